"""The official rulings: that each has its scenario file, or is tested where it says; and how they are shown."""
