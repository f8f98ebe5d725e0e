"""What is on the shelves."""


class Shelf:
    """Counts the pieces of each article."""

    def __init__(self) -> None:
        self.pieces: dict[str, int] = {}

    def put(self, article: str, count: int = 1) -> None:
        """Put pieces of an article on the shelf."""
        self.pieces[article] = self.pieces.get(article, 0) + count

    def take(self, article: str) -> bool:
        """Take one piece; false when there is none left."""
        left = self.pieces.get(article, 0)
        if left == 0:
            return False
        self.pieces[article] = left - 1
        return True
