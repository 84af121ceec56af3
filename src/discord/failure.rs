//! Why Discord did not do what was asked, sorted by what has to be done about it.

use serenity::http::HttpError;

/// What a call to Discord came to, when it was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// This user cannot be written to in private (50007, 50278, 40003).
    #[error("the user cannot be written to in private")]
    Unreachable,
    /// The message is not there any more (10008).
    #[error("the message is gone")]
    MessageGone,
    /// The channel or the server is not there any more (10003, 10004).
    #[error("the channel is gone")]
    ChannelGone,
    /// The user is no member of the server (10007, 10013).
    #[error("no such member")]
    NoMember,
    /// A permission is missing (50001, 50013, or 403 without a code that says more).
    #[error("a permission is missing")]
    Forbidden,
    /// The message cannot be edited any more and has to be posted anew (30046,
    /// 50083 in an archived thread).
    #[error("the message cannot be edited any more")]
    TooOld,
    /// The interaction's token is dead (10062, 10015, 50027).
    #[error("the interaction has expired")]
    TokenDead,
    /// The interaction has been answered already (40060).
    #[error("the interaction has been answered already")]
    Answered,
    /// The bot's token is not valid (401).
    #[error("the token is not valid")]
    Unauthorized,
    /// Too many calls (429).
    #[error("too many calls")]
    TooMany,
    /// Nobody knows whether it was done: the connection was lost, or Discord
    /// had trouble of its own (5xx).
    #[error("no answer, or a server error")]
    Unsure,
    /// Anything else: a bug of this program or a limit it does not know.
    #[error("refused with status {status}, code {code}")]
    Refused {
        /// HTTP status; 0 when nothing was sent.
        status: u16,
        /// Discord's error code; -1 where there is none.
        code: isize,
    },
}

impl SendError {
    /// The reason in one word, for the operator's numbers.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            SendError::Unreachable => "unreachable",
            SendError::MessageGone => "message-gone",
            SendError::ChannelGone => "channel-gone",
            SendError::NoMember => "no-member",
            SendError::Forbidden => "forbidden",
            SendError::TooOld => "too-old",
            SendError::TokenDead => "token-dead",
            SendError::Answered => "answered",
            SendError::Unauthorized => "unauthorized",
            SendError::TooMany => "too-many",
            SendError::Unsure => "unsure",
            SendError::Refused { .. } => "refused",
        }
    }

    /// Whether the same call may work later.
    #[must_use]
    pub const fn may_pass(self) -> bool {
        matches!(self, SendError::TooMany | SendError::Unsure)
    }

    /// Sorts what serenity reports. Keeps neither its text nor the address,
    /// which may hold a token.
    #[must_use]
    pub fn sort(error: &serenity::Error) -> SendError {
        // serenity's error types may grow: what is not named is a refusal.
        if let serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) = error {
            // Of "too many calls" only the code is kept: how long to wait stands
            // in `Retry-After` and in `retry_after`, and serenity throws both
            // away. Its own limiter reads them; behind another API, where that
            // is off, the sender waits from one second on, doubling.
            return sort_code(response.status_code.as_u16(), response.error.code);
        }
        if let serenity::Error::Http(HttpError::InvalidHeader(_)) = error {
            return SendError::Unauthorized;
        }
        if let serenity::Error::Http(HttpError::Request(_))
        | serenity::Error::Io(_)
        | serenity::Error::Json(_) = error
        {
            return SendError::Unsure;
        }
        SendError::Refused {
            status: 0,
            code: -1,
        }
    }
}

/// What a status and Discord's code mean.
const fn sort_code(status: u16, code: isize) -> SendError {
    match (status, code) {
        (_, 50007 | 50278 | 40003) => SendError::Unreachable,
        (_, 10008) => SendError::MessageGone,
        (_, 10003 | 10004) => SendError::ChannelGone,
        (_, 10007 | 10013) => SendError::NoMember,
        (_, 50001 | 50013) => SendError::Forbidden,
        (_, 30046 | 50083) => SendError::TooOld,
        (_, 10062 | 10015 | 50027) => SendError::TokenDead,
        (_, 40060) => SendError::Answered,
        (401, _) => SendError::Unauthorized,
        (403, _) => SendError::Forbidden,
        (429, _) => SendError::TooMany,
        (408 | 500..=599, _) => SendError::Unsure,
        (status, code) => SendError::Refused { status, code },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sorted_by_what_to_do() {
        for (status, code, wanted) in [
            (403, 50007, SendError::Unreachable),
            (403, 50278, SendError::Unreachable),
            (400, 40003, SendError::Unreachable),
            (404, 10008, SendError::MessageGone),
            (404, 10003, SendError::ChannelGone),
            (403, 50013, SendError::Forbidden),
            (403, -1, SendError::Forbidden),
            (400, 30046, SendError::TooOld),
            (404, 10062, SendError::TokenDead),
            (401, 50027, SendError::TokenDead),
            (400, 40060, SendError::Answered),
            (401, 0, SendError::Unauthorized),
            (429, -1, SendError::TooMany),
            (503, -1, SendError::Unsure),
        ] {
            assert_eq!(sort_code(status, code), wanted, "{status} {code}");
        }
        assert!(
            !sort_code(400, 50035).may_pass(),
            "the same bad request would only be refused again"
        );
    }
}
