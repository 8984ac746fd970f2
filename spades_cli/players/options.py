"""The options of a strategy: what its ``__init__`` takes beside ``rng``, and how their text becomes values."""

from __future__ import annotations

from dataclasses import dataclass
from inspect import Parameter, signature
from math import isfinite
from types import FunctionType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args, get_origin

from spades_cli.errors import UsageError
from spades_cli.players.failures import BrokenPlugin, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from spades_cli.players.strategy import Strategy

#: What an option may be annotated with: one of these types, or the choices of a Literal.
Kind: TypeAlias = type | tuple[Any, ...]
TRUTH = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a strategy; ``default`` means nothing where the option is ``required``."""

    name: str
    kind: Kind
    default: Any
    required: bool = False

    @property
    def type_text(self) -> str:
        """The type as people read it: ``int``, or the choices ``low|high``."""
        return "|".join(map(str, self.kind)) if isinstance(self.kind, tuple) else self.kind.__name__

    def read(self, text: str) -> Any:
        """The value that ``text`` spells; ValueError if it spells none."""
        if isinstance(self.kind, tuple):
            return {str(choice): choice for choice in self.kind}[text]
        return READERS[self.kind](text)


def _finite(text: str) -> float:
    value = float(text)
    if not isfinite(value):
        raise ValueError(text)
    return value


READERS: dict[type, Callable[[str], Any]] = {
    int: int,
    float: _finite,
    str: str,
    bool: lambda text: TRUTH[text.lower()],
}


def read_options(strategy: type[Strategy]) -> dict[str, Option]:
    """The options of a strategy class, own and inherited; BrokenPlugin for one that text cannot set."""
    options: dict[str, Option] = {}
    for init in _inits(strategy):
        for parameter in list(signature(init).parameters.values())[1:]:
            named = parameter.kind in (parameter.KEYWORD_ONLY, parameter.POSITIONAL_OR_KEYWORD)
            if named and parameter.name not in ("rng", *options):
                options[parameter.name] = _read_parameter(strategy, init, parameter)
    return options


def _inits(strategy: type) -> Iterator[FunctionType]:
    """The ``__init__`` that runs, and those it passes further keywords on to."""
    for owner in strategy.__mro__:
        init = vars(owner).get("__init__")
        if isinstance(init, FunctionType):
            yield init
            if not any(parameter.kind == parameter.VAR_KEYWORD for parameter in signature(init).parameters.values()):
                return


def _read_parameter(strategy: type, init: FunctionType, parameter: Parameter) -> Option:
    required = parameter.default is parameter.empty
    kind = _resolve(init, parameter.annotation)
    if get_origin(kind) is Literal:
        kind = get_args(kind)
    elif not (isinstance(kind, type) and kind in READERS):
        allowed = ", ".join(kind.__name__ for kind in READERS)
        raise BrokenPlugin(f"option {parameter.name!r} of {strategy.__name__} must be annotated {allowed} or Literal")
    return Option(parameter.name, kind, None if required else parameter.default, required)


def _resolve(init: FunctionType, annotation: Any) -> Any:
    """The type behind an annotation, which is text where the module postpones them; None for one it cannot name."""
    if not isinstance(annotation, str):
        return annotation
    try:
        return eval(annotation, init.__globals__)
    except Exception:
        return None


def read_values(owner: str, options: dict[str, Option], given: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """The values of the options given as text; UsageError naming option and type for one that does not fit."""
    values = {}
    for name, text in given:
        if name not in options:
            known = f"its options are {', '.join(options)}" if options else "it has no options"
            raise UsageError(f"{owner} has no option {name!r}{did_you_mean(name, options)}", hint=known)
        try:
            values[name] = options[name].read(text)
        except (ValueError, KeyError):
            wanted = options[name].type_text
            raise UsageError(f"{owner}: option {name!r} takes {wanted}, not {text!r}") from None
    missing = [option.name for option in options.values() if option.required and option.name not in values]
    if missing:
        raise UsageError(f"{owner} needs the option {missing[0]!r}", hint=f"write {missing[0]}=VALUE")
    return values
