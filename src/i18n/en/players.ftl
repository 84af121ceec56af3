# Computer players and what they suggest.
computer-level = 🤖 Computer ({ $level ->
    [easy] easy
    [good] good
   *[strong] strong
})
opt-strength = level
opt-strength-about = How strong it plays; good where nothing is said
strength-easy = Easy
strength-good = Good
strength-strong = Strong
opt-table-suggestions-about = Whether panels suggest moves
opt-suggestions-on = On
opt-suggestions-off = Off: nobody is suggested a move
refused-unaided = At this table no moves are suggested: whoever opened it switched that off.
why-only = { $cards }: nothing else is legal.
why-boss = { $cards }: nothing that beats it is out.
why-boss-partner-void = { $cards }: nothing that beats it is out, and your partner is void there and can add points.
why-safe-throw = { $cards }: a throw that nobody can beat.
why-draw = { $cards }: draws trumps.
why-partner-ruffs = { $cards }: your partner is void there and can ruff.
why-opens = { $cards }: empties a short suit, to ruff there later.
why-low-lead = { $cards }: a lead that risks little.
why-ruffs = { $cards }: ruffs the trick.
why-takes = { $cards }: takes the trick.
why-over = { $cards }: goes over what lies there.
why-feeds = { $cards }: your partner stands; gives points.
why-lets-stand = { $cards }: your partner stands; saves the better cards.
why-feeds-ruff = { $cards }: your partner is void there and may ruff; gives points.
why-beaten = { $cards }: this trick cannot be won; keeps the better cards.
why-ducks = { $cards }: gives little to a trick that costs too much to win.
why-buries-void = { $cards }: empties a suit, to ruff there later.
why-buries-low = { $cards }: keeps winners, pairs and trumps.
