"""Parts that several screens draw: the field, the side beside it, the key line, pages."""
