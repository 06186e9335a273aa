"""The screens and pages: each draws itself and answers events."""
