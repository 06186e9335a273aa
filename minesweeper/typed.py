"""The names of `typing`, `types`, `enum` and `collections.abc` without loading them.

The two take 9 ms to load, the first frame with everything in it 15. A type checker sees the real
ones. When the program runs, most of them stand in annotations alone, where anything will do; named
tuples are made in a fifth of the time that theirs take, for there are dozens, and enumerations do
what is asked of them here and no more.
"""

# The module behind `collections.abc`: Python itself has loaded it, and not the package around.
from _collections_abc import (
    Callable,
    Collection,
    Container,
    Iterable,
    Iterator,
    Mapping,
    MutableMapping,
    Sequence,
)

__all__ = [
    "TYPE_CHECKING",
    "Any",
    "Callable",
    "Collection",
    "Container",
    "Enum",
    "Final",
    "FrameType",
    "IntEnum",
    "Iterable",
    "Iterator",
    "Literal",
    "Mapping",
    "ModuleType",
    "MutableMapping",
    "NamedTuple",
    "NewType",
    "NoReturn",
    "Protocol",
    "Sequence",
    "TextIO",
    "TracebackType",
    "TypeVar",
    "cast",
    "get_args",
]

TYPE_CHECKING = False  # the type checker takes a variable of this name for true

if TYPE_CHECKING:
    from enum import Enum, IntEnum
    from types import FrameType, ModuleType, TracebackType
    from typing import (
        Any,
        Final,
        Literal,
        NamedTuple,
        NewType,
        NoReturn,
        Protocol,
        TextIO,
        TypeVar,
        cast,
        get_args,
    )
else:
    from _operator import itemgetter

    class _Form:
        """Takes anything in brackets, and goes with `|`."""

        def __init__(self, *arguments: object) -> None:
            self.arguments = arguments

        def __getitem__(self, arguments: object) -> "_Form":
            return _Form(*(arguments if isinstance(arguments, tuple) else (arguments,)))

        def __or__(self, other: object) -> "_Form":
            return self

        __ror__ = __or__

    Any = Final = Literal = NoReturn = TextIO = _Form()
    FrameType = ModuleType = TracebackType = _Form()
    TypeVar = _Form
    Protocol = object

    def NewType(name: str, kind: type) -> type:  # noqa: N802 - its name in typing
        return kind

    def cast(kind: object, value: object) -> object:
        return value

    def get_args(form: _Form) -> tuple[object, ...]:
        return form.arguments

    class _Named(type):
        """Makes the annotations of a class the names of its places."""

        @classmethod
        def __prepare__(cls, name: str, bases: tuple[type, ...]) -> dict[str, object]:
            return {"__slots__": ()}

        def __init__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, object]) -> None:
            super().__init__(name, bases, namespace)
            cls._fields = cls.__match_args__ = tuple(cls.__annotations__)
            cls._size = len(cls._fields)
            cls._defaults = {name: namespace[name] for name in cls._fields if name in namespace}
            for place, field in enumerate(cls._fields):
                setattr(cls, field, property(itemgetter(place)))

    _new = tuple.__new__

    class NamedTuple(tuple, metaclass=_Named):
        """Behaves as that of typing does, as far as it is used here."""

        def __new__(cls, *values: object, **named: object) -> "NamedTuple":
            if named or len(values) != cls._size:
                values = cls._completed(values, named)
            return _new(cls, values)

        @classmethod
        def _completed(cls, values: tuple[object, ...], named: dict[str, object]) -> list[object]:
            given = dict(zip(cls._fields, values, strict=False))
            whole = cls._defaults | given | named
            twice = given.keys() & named.keys()
            if twice or len(values) > len(given) or whole.keys() != set(cls._fields):
                raise TypeError(f"{cls.__name__} takes {', '.join(cls._fields)}")
            return [whole[field] for field in cls._fields]

        @classmethod
        def _make(cls, values: object) -> "NamedTuple":
            return cls(*values)

        def _replace(self, **changed: object) -> "NamedTuple":
            values = [changed.pop(*each) for each in zip(self._fields, self, strict=True)]
            if changed:
                raise TypeError(f"{type(self).__name__} has no {', '.join(changed)}")
            return _new(type(self), values)

        def _asdict(self) -> dict[str, object]:
            return dict(zip(self._fields, self, strict=True))

        def __getnewargs__(self) -> tuple[object, ...]:
            return tuple(self)

        def __repr__(self) -> str:
            shown = ", ".join(f"{name}={value!r}" for name, value in self._asdict().items())
            return f"{type(self).__name__}({shown})"

    class _Values(type):
        """Makes the values in a class its members, which are found again by their values."""

        def __init__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, object]) -> None:
            super().__init__(name, bases, namespace)
            values = {name: value for name, value in namespace.items() if name.isupper()}
            cls._members = {value: type.__call__(cls, value) for value in values.values()}
            for name, value in values.items():
                setattr(cls, name, cls._members[value])
                cls._members[value].name = name

        def __call__(cls, value: object) -> "Enum":
            if value not in cls._members:
                raise ValueError(f"{value!r} is no {cls.__name__}")
            return cls._members[value]

        def __iter__(cls) -> object:
            return iter(cls._members.values())

        def __len__(cls) -> int:
            return len(cls._members)

    class Enum(metaclass=_Values):
        """Behaves as that of enum does, as far as it is used here."""

        def __init__(self, value: object) -> None:
            self.value = value

        def __reduce_ex__(self, protocol: int) -> tuple[type, tuple[object]]:
            return type(self), (self.value,)

        def __repr__(self) -> str:
            return f"<{type(self).__name__}.{self.name}: {self.value!r}>"

    class IntEnum(Enum, int):
        """The same, of numbers."""

        __str__ = int.__repr__


__all__ = [
    "TYPE_CHECKING",
    "Any",
    "Enum",
    "Final",
    "IntEnum",
    "Literal",
    "NamedTuple",
    "NewType",
    "NoReturn",
    "Protocol",
    "TextIO",
    "TypeVar",
    "cast",
    "get_args",
]
