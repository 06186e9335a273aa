"""The options, the places where they are set, and the settings that result from them."""
