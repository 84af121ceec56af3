//! Refusals: Discord's status and code, and the body that explains them.

use serde_json::{Value, json};

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Refusal {
    pub(crate) status: u16,
    pub(crate) code: u32,
    pub(crate) message: String,
    /// Field path and reason of a 50035.
    pub(crate) fields: Vec<(String, String)>,
    /// Seconds to wait, for 429.
    pub(crate) retry_after: Option<f64>,
    pub(crate) global: bool,
    /// The bot spoke a language Discord does not know; tests ask that this never happens.
    pub(crate) misuse: bool,
}

impl Refusal {
    pub(crate) fn new(status: u16, code: u32, message: &str) -> Self {
        Self {
            status,
            code,
            message: message.to_owned(),
            fields: Vec::new(),
            retry_after: None,
            global: false,
            misuse: false,
        }
    }

    pub(crate) fn form(path: &str, reason: impl Into<String>) -> Self {
        let mut refusal = Self::new(400, 50035, "Invalid Form Body");
        refusal.fields.push((path.to_owned(), reason.into()));
        refusal
    }

    pub(crate) fn misuse(status: u16, code: u32, message: &str) -> Self {
        Self {
            misuse: true,
            ..Self::new(status, code, message)
        }
    }

    /// `retry_after` is in milliseconds.
    pub(crate) fn too_many(retry_after: u64, global: bool) -> Self {
        let mut refusal = Self::new(429, 0, "You are being rate limited.");
        #[expect(clippy::cast_precision_loss, reason = "a wait of seconds")]
        let seconds = retry_after.max(1) as f64 / 1000.0;
        refusal.retry_after = Some(seconds);
        refusal.global = global;
        refusal
    }

    pub(crate) fn unknown_channel() -> Self {
        Self::new(404, 10003, "Unknown Channel")
    }

    pub(crate) fn unknown_message() -> Self {
        Self::new(404, 10008, "Unknown Message")
    }

    pub(crate) fn unknown_guild() -> Self {
        Self::new(404, 10004, "Unknown Guild")
    }

    pub(crate) fn unknown_member() -> Self {
        Self::new(404, 10007, "Unknown Member")
    }

    pub(crate) fn unknown_interaction() -> Self {
        Self::new(404, 10062, "Unknown interaction")
    }

    pub(crate) fn unknown_webhook() -> Self {
        Self::new(404, 10015, "Unknown Webhook")
    }

    pub(crate) fn dead_token() -> Self {
        Self::new(401, 50027, "Invalid Webhook Token")
    }

    pub(crate) fn already_answered() -> Self {
        Self::new(400, 40060, "Interaction has already been acknowledged.")
    }

    pub(crate) fn missing_access() -> Self {
        Self::new(403, 50001, "Missing Access")
    }

    pub(crate) fn missing_permissions() -> Self {
        Self::new(403, 50013, "Missing Permissions")
    }

    /// A thread that sleeps, or is locked.
    pub(crate) fn archived() -> Self {
        Self::new(400, 50083, "Thread is archived")
    }

    /// Somebody who wants no messages of the bot's.
    pub(crate) fn closed() -> Self {
        Self::new(403, 50007, "Cannot send messages to this user")
    }

    pub(crate) fn body(&self) -> Value {
        if let Some(retry_after) = self.retry_after {
            return json!({
                "message": self.message, "retry_after": retry_after, "global": self.global,
                "code": self.code,
            });
        }
        let mut body = json!({ "code": self.code, "message": self.message });
        if !self.fields.is_empty() {
            let mut errors = json!({});
            for (path, reason) in &self.fields {
                let mut at = &mut errors;
                for part in path.split('.').filter(|part| !part.is_empty()) {
                    at = &mut at[part];
                }
                at["_errors"] = json!([{ "code": "INVALID", "message": reason }]);
            }
            body["errors"] = errors;
        }
        body
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_error_is_nested_by_its_path() {
        let body = Refusal::form("embeds.0.title", "too long").body();
        assert_eq!(body["code"], 50035);
        assert_eq!(
            body["errors"]["embeds"]["0"]["title"]["_errors"][0]["message"],
            "too long"
        );
    }
}
