"""Match records as one page: figures, charts and tables in a single HTML file that needs no network and no scripts."""
