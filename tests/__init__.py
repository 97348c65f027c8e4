"""The tests of Paltable: one folder for each part of the product, and `tooling` for the project itself."""
