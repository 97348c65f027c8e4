"""The official rulings: each as a scenario file, or told where else it is tested."""
