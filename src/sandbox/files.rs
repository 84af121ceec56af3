//! Files of messages, found by their ids: in memory, or in the file kept.

use super::Shared;
use super::ids::{AttachmentId, MessageId};
use super::model::{Message, World};

/// A file of a message as it is handed out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handed {
    /// Its name.
    pub name: String,
    /// Its content type, as the bot gave it.
    pub kind: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

impl Shared {
    /// A file of a message that fits.
    pub(crate) async fn file(
        &self,
        id: AttachmentId,
        fits: impl Fn(&World, &Message) -> bool,
    ) -> Option<Handed> {
        let owner = self.owner_of(id).await?;
        let mut handed = {
            let world = self.world();
            let message = world.messages.get(&owner).filter(|m| fits(&world, m))?;
            let file = message.files.iter().find(|file| file.id == id)?;
            let kind = file.content_type.clone();
            Handed {
                name: file.name.clone(),
                kind: kind.unwrap_or_else(|| "application/octet-stream".to_owned()),
                bytes: file.bytes.to_vec(),
            }
        };
        if let (true, Some(keeper)) = (handed.bytes.is_empty(), &self.keeper) {
            handed.bytes = keeper.bytes(id).await.ok().flatten()?;
        }
        Some(handed)
    }

    /// The message a file belongs to, in memory from now on.
    async fn owner_of(&self, id: AttachmentId) -> Option<MessageId> {
        let owner = |world: &World| {
            let has = |m: &&Message| m.files.iter().any(|file| file.id == id);
            world.messages.values().rev().find(has).map(|m| m.id)
        };
        let here = owner(&self.world());
        let owner = match (here, &self.keeper) {
            (Some(message), _) => message,
            (None, Some(keeper)) => keeper.message_of(id).await.ok().flatten()?,
            (None, None) => return None,
        };
        self.recall(owner).await;
        Some(owner)
    }
}
