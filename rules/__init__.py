"""The bundled rule variants, one TOML file each; README.md says what is here and how to write more."""
