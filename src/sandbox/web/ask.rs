//! What a page asks for, and the person's action it becomes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Deserialize;
use serde_json::{Value, json};

use super::{Door, Site, json as told};
use crate::sandbox::api::SeenForm;
use crate::sandbox::ids::{ChannelId, InteractionId, MessageId, UserId};
use crate::sandbox::{Cannot, Outcome};

/// Messages sent at a time.
pub(super) const PAGE: usize = 40;
/// The longest text a person may write, in characters.
const LONGEST: usize = 2000;
/// Forms a window may have open.
const FORMS: usize = 8;

/// A request of a page with the number its answer carries.
#[derive(Debug, Deserialize)]
pub(super) struct Packet {
    pub(super) n: u64,
    #[serde(flatten)]
    pub(super) ask: Ask,
}

/// What is asked for.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub(super) enum Ask {
    /// A button is clicked.
    Click { message: MessageId, id: String },
    /// Entries of a select are chosen.
    Select {
        message: MessageId,
        id: String,
        values: Vec<String>,
    },
    /// A form that opened is sent.
    Form {
        form: InteractionId,
        values: HashMap<String, String>,
    },
    /// A slash command is typed.
    Slash {
        channel: ChannelId,
        path: Vec<String>,
        options: Vec<(String, Value)>,
    },
    /// Suggestions for an option being typed.
    Complete {
        channel: ChannelId,
        path: Vec<String>,
        options: Vec<(String, Value)>,
        focused: String,
    },
    /// Something is said.
    Say { channel: ChannelId, text: String },
    /// An ephemeral message is dismissed.
    Dismiss { message: MessageId },
    /// Older messages.
    Earlier {
        channel: ChannelId,
        before: MessageId,
    },
    /// Another language.
    Locale { locale: String },
    /// Another name.
    Rename { name: String },
    /// A new thread.
    Thread { channel: ChannelId, name: String },
    /// Everything a person sees. Through the open door only.
    Inspect {
        user: UserId,
        before: Option<MessageId>,
    },
}

/// One window: whose it is, and the forms open in it.
#[derive(Clone, Debug)]
pub(super) struct Window {
    pub(super) site: Arc<Site>,
    pub(super) user: UserId,
    forms: Arc<Mutex<HashMap<InteractionId, SeenForm>>>,
}

impl Window {
    pub(super) fn new(site: Arc<Site>, user: UserId) -> Self {
        Self {
            site,
            user,
            forms: Arc::default(),
        }
    }

    /// Does what is asked; what to answer.
    pub(super) async fn answer(&self, ask: Ask) -> Value {
        match self.act(ask).await {
            Ok(answer) => answer,
            Err(why) => told::cannot(&why),
        }
    }

    async fn act(&self, ask: Ask) -> Result<Value, Cannot> {
        let (sandbox, user) = (&self.site.sandbox, self.user);
        match ask {
            Ask::Click { message, id } => {
                sandbox.shared.recall(message).await;
                let outcome = sandbox.click(user, message, &id).await?;
                Ok(self.ended(outcome))
            }
            Ask::Select {
                message,
                id,
                values,
            } => {
                sandbox.shared.recall(message).await;
                let values: Vec<&str> = values.iter().map(String::as_str).collect();
                let outcome = sandbox.select(user, message, &id, &values).await?;
                Ok(self.ended(outcome))
            }
            Ask::Form { form, values } => self.submit(form, &values).await,
            Ask::Slash {
                channel,
                path,
                options,
            } => {
                let (path, options) = (named(&path), valued(&options));
                let outcome = sandbox.slash(user, channel, &path, &options).await?;
                Ok(self.ended(outcome))
            }
            Ask::Complete {
                channel,
                path,
                options,
                focused,
            } => {
                let (path, options) = (named(&path), valued(&options));
                let choices = sandbox
                    .autocomplete(user, channel, &path, &options, &focused)
                    .await?;
                let choices: Vec<Value> = choices
                    .into_iter()
                    .map(|c| json!({ "name": c.name, "value": c.value }))
                    .collect();
                Ok(json!({ "choices": choices }))
            }
            Ask::Say { channel, text } => {
                let text: String = text.trim().chars().take(LONGEST).collect();
                if text.is_empty() {
                    return Err(Cannot::BadField("text".to_owned()));
                }
                sandbox.say(user, channel, &text)?;
                sandbox.shared.keep().await;
                Ok(json!({}))
            }
            Ask::Dismiss { message } => {
                sandbox.dismiss(user, message).await;
                Ok(json!({}))
            }
            Ask::Earlier { channel, before } => Ok(self.page(user, &[channel], Some(before)).await),
            Ask::Locale { locale } => self.locale(&locale).await,
            Ask::Rename { name } => {
                let done = sandbox.rename(user, &name).await;
                done.then(|| json!({}))
                    .ok_or_else(|| Cannot::BadField("name".to_owned()))
            }
            Ask::Thread { channel, name } => {
                let thread = sandbox.open_thread(user, channel, name.trim())?;
                sandbox.told().await;
                Ok(json!({ "channel": thread }))
            }
            Ask::Inspect { user, before } => match self.site.door {
                Door::Open => Ok(self.page(user, &[], before).await),
                Door::Keyed => Err(Cannot::NoSuchUser),
            },
        }
    }

    /// Tells how an action ended; a form that opened is kept for its sending.
    fn ended(&self, outcome: Outcome) -> Value {
        if let Some(form) = outcome.form() {
            let mut forms = self.forms.lock().unwrap_or_else(PoisonError::into_inner);
            if forms.len() >= FORMS {
                forms.clear();
            }
            forms.insert(form.interaction, form.clone());
        }
        told::outcome(&outcome)
    }

    async fn submit(
        &self,
        form: InteractionId,
        values: &HashMap<String, String>,
    ) -> Result<Value, Cannot> {
        let opened = {
            let forms = self.forms.lock().unwrap_or_else(PoisonError::into_inner);
            forms.get(&form).cloned()
        };
        let opened = opened.ok_or(Cannot::NoSuchMessage)?;
        let values: Vec<(&str, &str)> = values
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        let sent = self.site.sandbox.submit_modal(self.user, &opened, &values);
        Ok(self.ended(sent.await?))
    }

    async fn locale(&self, locale: &str) -> Result<Value, Cannot> {
        if !["en-US", "zh-CN", "zh-TW"].contains(&locale) {
            return Err(Cannot::BadField("locale".to_owned()));
        }
        self.site.sandbox.set_locale(self.user, locale).await;
        Ok(json!({}))
    }

    /// Messages that `user` sees.
    pub(super) async fn page(
        &self,
        user: UserId,
        channels: &[ChannelId],
        before: Option<MessageId>,
    ) -> Value {
        let page = self.site.sandbox.history(user, channels, before, PAGE);
        let page = page.await;
        let messages: Vec<Value> = page.messages.iter().map(told::message).collect();
        json!({ "messages": messages, "more": page.more })
    }
}

fn named(path: &[String]) -> Vec<&str> {
    path.iter().map(String::as_str).collect()
}

fn valued(options: &[(String, Value)]) -> Vec<(&str, Value)> {
    options
        .iter()
        .map(|(name, value)| (name.as_str(), value.clone()))
        .collect()
}
