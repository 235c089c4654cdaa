"""Tables: play, undo, seats, chat, proofs, replays, and the view of each viewer."""
