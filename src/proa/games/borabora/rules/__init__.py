"""The rules of Bora Bora, by chapter of the rule book (docs/rules/borabora.md).

==================  ==============================================
``preparation``     2. Preparation
``dice``            3. Phase A, 9. Fishing, 18. Two and three players
``expand``          4. Expand
``persons``         5. Man and Woman
``helper``          6. Helper
``temple``          7. Temple, 13. Phase C: temple
``build``           8. Build; ``materials``: the ceremony spaces
``fire``            10. Fire Bonus
``men_and_women``   11. Phase B
``status``          12. Phase C: status track
``jewelry``         14. Phase C: jewelry
``tasks``           15. Phase C: tasks; ``requirements``: 19. The tasks
``gods``            16. The Gods
``ending``          17. End of the game
``counts``          how far is counted
``question_stack``  the stack of questions
``rounds``          turns, phases, rounds
``chance``          what chance decides
``flow``            the verbs: whose move it is, legal actions, dispatch
``knowledge``       positions that a seat can't tell apart
``bits``            sets as bits
==================  ==============================================
"""
