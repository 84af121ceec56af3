# What is stored of a person
cmd-privacy = privacy
cmd-privacy-about = What is stored about you, a copy of it, and deleting it
cmd-privacy-show = show
cmd-privacy-show-about = What is stored about you
cmd-privacy-copy = copy
cmd-privacy-copy-about = Get a copy of your data as a file
cmd-privacy-delete = delete
cmd-privacy-delete-about = Delete your data (asks once more)
privacy-stored =
    {""}**What is stored about you**
    Your number at Discord ({ $discord }), the name you were seen with last ({ $name }), your settings, house rules you have not saved, and where your private messages with the bot are.
    What was played at your tables; there you are only an internal number. Finished deals counted for you: { $deals }.
    Nothing else: no messages of yours, no list of members. Nothing is passed on.
    Delete takes away number, name and settings for good. Finished deals stay in the standings under "departed player".
    If you have seen a hand of a deal that is still being played, its table keeps a salted digest of your number until that deal ends, so that nobody sees two hands of it; then that goes, too.
privacy-copy = A copy of what is stored about you. It reaches up to your last finished deal.
ask-privacy-delete = Delete your data for good? You are stood up from your table, your settings and your name go, and your finished deals stay under "departed player": they cannot be given back to you.
privacy-deleted = Done: nothing stored leads to you any more. If you use the bot again, you begin anew.
button-privacy-copy = A copy as a file
button-privacy-delete = Delete my data
refused-privacy-large = Your data does not fit into one file of Discord's. Ask whoever runs the bot for it.
