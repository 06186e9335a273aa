"""The only place where the parts are put together."""
