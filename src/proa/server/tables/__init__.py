"""What happens at tables: play, undo, seats, chat, proofs, replays, what each viewer is shown."""
