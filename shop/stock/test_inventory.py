import unittest

from inventory import Shelf


class TestShelf(unittest.TestCase):
    def test_take(self) -> None:
        shelf = Shelf()
        shelf.put("tea")
        self.assertTrue(shelf.take("tea"))
        self.assertFalse(shelf.take("tea"))


if __name__ == "__main__":
    unittest.main()
