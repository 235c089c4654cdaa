"""Many games at once: batches, the vector API, policies, rewards, and the GPU."""
