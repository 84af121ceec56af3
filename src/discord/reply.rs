//! What a message is, as a plain value: text, picture and controls. One place
//! turns it into serenity's builders; tests look at it without Discord.

use std::sync::{Arc, OnceLock};

use crate::game::TableId;
use crate::render::{Palette, Sheet};
use crate::rules::Seat;

/// A picture with the text that stands for it. It is drawn when its bytes are
/// first asked for, and once for all clones: most pictures are only compared
/// with what is shown already.
#[derive(Clone)]
pub struct Picture {
    /// File name: always the same for a kind of picture (`hand.png`), so that
    /// it gives nothing away.
    pub name: &'static str,
    /// Alt text, at most 1024 characters (P18).
    pub alt: String,
    sheet: Arc<Sheet>,
    png: Arc<OnceLock<Vec<u8>>>,
}

impl Picture {
    /// A picture to be drawn.
    #[must_use]
    pub fn new(name: &'static str, sheet: Sheet, alt: String) -> Picture {
        Picture {
            name,
            alt,
            sheet: Arc::new(sheet),
            png: Arc::default(),
        }
    }

    /// The same in other colours.
    #[must_use]
    pub fn in_palette(&self, palette: Palette) -> Picture {
        let sheet = Sheet::clone(&self.sheet).in_palette(palette);
        Picture::new(self.name, sheet, self.alt.clone())
    }

    /// What it shows.
    #[must_use]
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// Its PNG bytes; drawn now, unless they have been before.
    #[must_use]
    pub fn png(&self) -> &[u8] {
        self.png.get_or_init(|| self.sheet.draw())
    }

    /// Whether its bytes are there already.
    #[must_use]
    pub fn is_drawn(&self) -> bool {
        self.png.get().is_some()
    }
}

/// Equal pictures have equal bytes, drawn or not.
impl PartialEq for Picture {
    fn eq(&self, other: &Picture) -> bool {
        self.name == other.name && self.alt == other.alt && self.sheet == other.sheet
    }
}

impl Eq for Picture {}

/// A file that its reader may keep. Only ever part of an answer.
#[derive(Clone, PartialEq, Eq)]
pub struct File {
    /// Its name, with its ending.
    pub name: String,
    /// What stands in it.
    pub bytes: Arc<[u8]>,
}

/// The body of a message, public or private.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Body {
    /// Markdown, at most 2000 characters.
    pub text: String,
    /// At most one picture.
    pub picture: Option<Picture>,
    /// At most one file beside it; messages of the board have none.
    pub file: Option<File>,
    /// At most 5 rows of controls.
    pub rows: Vec<Row>,
    /// Discord users this message may ping; nobody else is ever pinged.
    pub pings: Vec<u64>,
}

/// A row of controls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// At most 5 buttons.
    Buttons(Vec<Button>),
    /// One select.
    Select(Select),
    /// One select of the server's members.
    People(PeopleSelect),
}

/// A select in which Discord itself offers the server's members; one is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeopleSelect {
    /// At most 100 characters, unique in the message.
    pub id: String,
    /// At most 150 characters.
    pub placeholder: String,
}

/// A button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// At most 100 characters, unique in the message.
    pub id: String,
    /// At most 80 characters.
    pub label: String,
    /// How it looks.
    pub style: Style,
    /// Whether it cannot be pressed.
    pub disabled: bool,
}

/// How a button looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// The step most people want.
    Primary,
    /// Anything else.
    Secondary,
    /// Yes, done.
    Success,
    /// Cannot be taken back.
    Danger,
}

/// A select of 1 to 25 options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Select {
    /// At most 100 characters, unique in the message.
    pub id: String,
    /// At most 150 characters.
    pub placeholder: String,
    /// Fewest options to pick, 0-25.
    pub min: u8,
    /// Most options to pick, 1-25.
    pub max: u8,
    /// The options; values unique.
    pub options: Vec<SelectOption>,
}

/// An option of a select.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectOption {
    /// At most 100 characters.
    pub label: String,
    /// At most 100 characters.
    pub value: String,
    /// Whether it is picked already.
    pub picked: bool,
}

/// How an interaction is answered.
#[derive(Clone, PartialEq)]
pub enum Reply {
    /// A private message to whoever asked (type 4, ephemeral flag set).
    Private(Body),
    /// A public message (type 4). Only from commands whose answer is public by design.
    Public(Body),
    /// The private message that was clicked is edited (type 6, then an edit, so
    /// that its picture stays unless a new one comes); after a click on a
    /// public one this is a new private message.
    Edit(Body),
    /// The seat's own panel: a new private message, or an edit of the private
    /// panel that was clicked.
    Panel {
        /// The table.
        table: TableId,
        /// The seat; only ever the seat of whoever asked.
        seat: Seat,
        /// One line above the panel: a refusal, or that the button was stale.
        note: Option<String>,
    },
    /// Nothing to say: the click is acknowledged (type 6); the board shows the rest.
    Quiet,
    /// Choices for a text option (type 8): label and value.
    Choices(Vec<(String, String)>),
    /// A modal with one text input (type 9).
    Modal {
        /// Custom id, at most 100 characters.
        id: String,
        /// At most 45 characters.
        title: String,
        /// Label of the input, at most 45 characters.
        label: String,
        /// What stands in it at first.
        value: String,
    },
}

/// Never shows a private text or a picture in a log.
impl std::fmt::Debug for Body {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Body({} rows)", self.rows.len())
    }
}

/// Names the file only.
impl std::fmt::Debug for File {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "File({})", self.name)
    }
}

/// Names the file only.
impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Picture({})", self.name)
    }
}
