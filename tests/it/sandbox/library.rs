//! The stand-in for Discord, proved through the real library by a small bot.

use std::sync::Arc;
use std::time::Duration;

use chaodipi::clock::Clock;
use chaodipi::sandbox::{Answer, Cannot, Fault, Sandbox, SandboxOptions, SeenMessage, When};
use serde_json::json;
use serenity::all::{
    ActionRowComponent, ButtonStyle, ClientBuilder, Command, CommandDataOptionValue,
    CommandInteraction, CommandOptionType, ComponentInteraction, ComponentInteractionDataKind,
    Context, CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateAutocompleteResponse,
    CreateButton, CreateCommand, CreateCommandOption, CreateInputText, CreateInteractionResponse,
    CreateInteractionResponseFollowup, CreateInteractionResponseMessage, CreateMessage,
    CreateModal, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
    EditInteractionResponse, EditMessage, EventHandler, GatewayIntents, InputTextStyle,
    Interaction, InteractionContext, Message, ModalInteraction, Nonce, Ready, ResumedEvent,
};
use serenity::async_trait;
use tokio::sync::Mutex;

use super::{ANN, BEN, CHANNEL, done};
use crate::support::puppet;

/// The smallest PNG: one pixel.
const PIXEL: &[u8] =
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89";

/// What the small bot does: `/hand` answers with an ephemeral picture and sends a private panel that it then edits.
struct Bot {
    clock: Clock,
    panel: Mutex<Option<Message>>,
}

#[async_trait]
impl EventHandler for Bot {
    async fn ready(&self, ctx: Context, _: Ready) {
        let say = CreateCommandOption::new(CommandOptionType::String, "text", "What to say")
            .name_localized("zh-CN", "内容")
            .set_autocomplete(true)
            .required(true);
        let commands = vec![
            CreateCommand::new("hand")
                .name_localized("zh-CN", "手牌")
                .description("Show my hand"),
            CreateCommand::new("table")
                .description("The table")
                .contexts(vec![InteractionContext::Guild])
                .add_option(
                    CreateCommandOption::new(CommandOptionType::SubCommand, "say", "Say a thing")
                        .add_sub_option(say),
                ),
        ];
        Command::set_global_commands(&ctx.http, commands)
            .await
            .expect("registered");
    }

    async fn resume(&self, _: Context, _: ResumedEvent) {}

    async fn interaction_create(&self, ctx: Context, interaction: Interaction) {
        let _busy = self.clock.busy();
        match interaction {
            Interaction::Command(command) if command.data.name == "hand" => {
                self.hand(&ctx, command).await
            }
            Interaction::Command(command) => say(&ctx, command).await,
            Interaction::Autocomplete(command) => suggest(&ctx, command).await,
            Interaction::Component(click) => self.component(&ctx, click).await,
            Interaction::Modal(form) => filled(&ctx, form).await,
            Interaction::Ping(_) | _ => {}
        }
    }
}

impl Bot {
    async fn hand(&self, ctx: &Context, command: CommandInteraction) {
        let picture = CreateAttachment::bytes(PIXEL, "hand.png").description("♠A ♠A");
        let answer = CreateInteractionResponseMessage::new()
            .content("Your hand")
            .ephemeral(true)
            .add_file(picture.clone())
            .components(vec![CreateActionRow::Buttons(vec![
                CreateButton::new("v1.show.1").label("Show"),
            ])]);
        command
            .create_response(&ctx.http, CreateInteractionResponse::Message(answer))
            .await
            .expect("answered");
        let private = command
            .user
            .create_dm_channel(&ctx.http)
            .await
            .expect("opens");
        let select = CreateSelectMenu::new(
            "v1.pick.1",
            CreateSelectMenuKind::String {
                options: vec![
                    CreateSelectMenuOption::new("♠A", "0"),
                    CreateSelectMenuOption::new("♠A", "1"),
                ],
            },
        );
        let message = CreateMessage::new()
            .content("Panel")
            .add_file(picture)
            .nonce(Nonce::String("panel-1".to_owned()))
            .enforce_nonce(true)
            .components(vec![CreateActionRow::SelectMenu(
                select.min_values(0).max_values(2),
            )]);
        let Ok(mut panel) = private.id.send_message(&ctx.http, message).await else {
            return;
        };
        panel
            .edit(&ctx.http, EditMessage::new().content("Panel, again"))
            .await
            .expect("edited");
        *self.panel.lock().await = Some(panel);
    }

    async fn component(&self, ctx: &Context, click: ComponentInteraction) {
        let text = match &click.data.kind {
            ComponentInteractionDataKind::StringSelect { values } => {
                format!("picked {}", values.join("+"))
            }
            ComponentInteractionDataKind::Button
            | ComponentInteractionDataKind::UserSelect { .. }
            | ComponentInteractionDataKind::RoleSelect { .. }
            | ComponentInteractionDataKind::MentionableSelect { .. }
            | ComponentInteractionDataKind::ChannelSelect { .. }
            | ComponentInteractionDataKind::Unknown(_) => "clicked".to_owned(),
        };
        if click.data.custom_id.starts_with("v1.form.") {
            let field = CreateInputText::new(InputTextStyle::Short, "Cards", "cards")
                .min_length(1)
                .max_length(20);
            let form = CreateModal::new("v1.cards", "Type cards")
                .components(vec![CreateActionRow::InputText(field)]);
            click
                .create_response(&ctx.http, CreateInteractionResponse::Modal(form))
                .await
                .expect("a form");
            return;
        }
        if click.data.custom_id.starts_with("v1.update.") {
            let update = CreateInteractionResponseMessage::new().content("updated");
            click
                .create_response(&ctx.http, CreateInteractionResponse::UpdateMessage(update))
                .await
                .expect("updated");
            return;
        }
        click
            .create_response(&ctx.http, CreateInteractionResponse::Acknowledge)
            .await
            .expect("acknowledged");
        click
            .edit_response(&ctx.http, EditInteractionResponse::new().content(text))
            .await
            .expect("edited");
        let more = CreateInteractionResponseFollowup::new()
            .content("more")
            .ephemeral(true);
        click
            .create_followup(&ctx.http, more)
            .await
            .expect("followed up");
    }
}

async fn say(ctx: &Context, command: CommandInteraction) {
    let CommandDataOptionValue::SubCommand(options) = &command.data.options[0].value else {
        return;
    };
    let text = options[0].value.as_str().expect("text");
    let button = |id: &str| {
        CreateButton::new(id)
            .label(id)
            .style(ButtonStyle::Secondary)
    };
    let answer = CreateInteractionResponseMessage::new()
        .content(format!("<@2> {text}"))
        .allowed_mentions(CreateAllowedMentions::new())
        .add_file(CreateAttachment::bytes(PIXEL, "table.png"))
        .components(vec![CreateActionRow::Buttons(vec![
            button("v1.form.1"),
            button("v1.update.1"),
            button("v1.ack.1"),
            button("v1.off.1").disabled(true),
        ])]);
    command
        .create_response(&ctx.http, CreateInteractionResponse::Message(answer))
        .await
        .expect("answered");
}

async fn suggest(ctx: &Context, command: CommandInteraction) {
    let typed = command
        .data
        .autocomplete()
        .expect("a focused option")
        .value
        .to_owned();
    let choices = CreateAutocompleteResponse::new()
        .add_string_choice(format!("{typed}!"), format!("{typed}!"));
    command
        .create_response(&ctx.http, CreateInteractionResponse::Autocomplete(choices))
        .await
        .expect("suggested");
}

async fn filled(ctx: &Context, form: ModalInteraction) {
    let ActionRowComponent::InputText(field) = &form.data.components[0].components[0] else {
        return;
    };
    let text = field.value.clone().unwrap_or_default();
    let answer = CreateInteractionResponseMessage::new()
        .content(text)
        .ephemeral(true);
    form.create_response(&ctx.http, CreateInteractionResponse::Message(answer))
        .await
        .expect("answered");
}

struct Running {
    sandbox: Sandbox,
    task: tokio::task::JoinHandle<()>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Runs the small bot until its task or runtime ends.
pub(super) async fn serve(sandbox: Sandbox) {
    let clock = Clock::connect(sandbox.clock_addr())
        .await
        .expect("connects");
    let bot = Bot {
        clock,
        panel: Mutex::default(),
    };
    let mut client = ClientBuilder::new_with_http(puppet::http(&sandbox), GatewayIntents::GUILDS)
        .event_handler(bot)
        .await
        .expect("a client");
    client.start().await.expect("runs");
}

async fn start() -> Running {
    let sandbox = Sandbox::start(SandboxOptions::default())
        .await
        .expect("starts");
    let task = tokio::spawn(serve(sandbox.clone()));
    sandbox.wait_connected().await.expect("connects");
    while sandbox.commands(None).is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    sandbox.settle().await.expect("settles");
    Running { sandbox, task }
}

fn contents(messages: &[SeenMessage]) -> Vec<&str> {
    messages
        .iter()
        .map(|message| message.content.as_str())
        .collect()
}

#[tokio::test]
async fn a_hand_is_seen_by_its_owner_only() {
    let bot = start().await;
    let outcome = bot
        .sandbox
        .slash(ANN, CHANNEL, &["hand"], &[])
        .await
        .expect("offered");
    let Answer::Message(message) = &outcome.answer else {
        panic!("{outcome:?}")
    };
    assert!(message.ephemeral);
    assert_eq!(message.command.as_deref(), Some("hand"));
    assert_eq!(message.files[0].name, "hand.png");
    assert_eq!(message.files[0].alt, "♠A ♠A");
    assert_eq!(&*message.files[0].bytes, PIXEL);
    assert!(outcome.real > Duration::ZERO && outcome.time == Duration::ZERO);
    bot.sandbox.settle().await.expect("settles");
    assert_eq!(contents(&bot.sandbox.ephemerals(ANN)), ["Your hand"]);
    assert_eq!(contents(&bot.sandbox.dms(ANN)), ["Panel, again"]);
    assert_eq!(
        bot.sandbox.dms(ANN)[0].files.len(),
        1,
        "an edit without attachments keeps them"
    );
    assert_eq!(
        bot.sandbox.notifications(ANN).len(),
        1,
        "a private message calls, its edit does not"
    );
    assert!(bot.sandbox.visible_to(BEN).is_empty());
    assert!(bot.sandbox.channel(CHANNEL).is_empty());
    assert_eq!(
        bot.sandbox.commands(None)[0]["name_localizations"]["zh-CN"],
        "手牌"
    );
    bot.sandbox.forget_ephemerals(ANN);
    assert!(bot.sandbox.ephemerals(ANN).is_empty());
    done(&bot.sandbox);
}

#[tokio::test]
async fn choices_forms_suggestions_and_follow_ups_work() {
    let bot = start().await;
    let sandbox = &bot.sandbox;
    let choices = sandbox
        .autocomplete(
            ANN,
            CHANNEL,
            &["table", "say"],
            &[("text", json!("hi"))],
            "text",
        )
        .await;
    assert_eq!(choices.expect("suggests")[0].value, "hi!");
    let said = sandbox
        .slash(ANN, CHANNEL, &["table", "say"], &[("text", json!("hi"))])
        .await
        .expect("offered");
    let message = said.message().expect("a message").clone();
    assert_eq!(message.content, "<@2> hi");
    assert!(
        sandbox.notifications(BEN).is_empty(),
        "mentions were not allowed"
    );
    let form_button = message.button("v1.form.").expect("there").custom_id.clone();
    let opened = sandbox
        .click(BEN, message.id, &form_button)
        .await
        .expect("clicks");
    let form = opened.form().expect("a form");
    assert_eq!(form.fields[0].length, (1, 20));
    let too_long = "x".repeat(21);
    assert_eq!(
        sandbox
            .submit_modal(BEN, form, &[("cards", &too_long)])
            .await,
        Err(Cannot::BadField("cards".to_owned()))
    );
    let sent = sandbox
        .submit_modal(BEN, form, &[("cards", "S10 HK")])
        .await
        .expect("sends");
    assert_eq!(sent.message().expect("a message").content, "S10 HK");
    sandbox
        .click(BEN, message.id, "v1.ack.1")
        .await
        .expect("clicks");
    sandbox.settle().await.expect("settles");
    assert_eq!(contents(&sandbox.channel(CHANNEL)), ["clicked"]);
    assert_eq!(contents(&sandbox.ephemerals(BEN)), ["S10 HK", "more"]);
    done(sandbox);
}

#[tokio::test]
async fn an_update_by_the_library_loses_the_picture_and_an_edit_keeps_it() {
    let bot = start().await;
    let sandbox = &bot.sandbox;
    let said = sandbox
        .slash(ANN, CHANNEL, &["table", "say"], &[("text", json!("hi"))])
        .await
        .expect("offered");
    let message = said.message().expect("a message").clone();
    sandbox
        .click(ANN, message.id, "v1.ack.1")
        .await
        .expect("clicks");
    sandbox.settle().await.expect("settles");
    assert_eq!(sandbox.channel(CHANNEL)[0].files.len(), 1);
    let updated = sandbox
        .click(ANN, message.id, "v1.update.1")
        .await
        .expect("clicks");
    assert!(matches!(updated.answer, Answer::Updated(_)));
    assert!(sandbox.channel(CHANNEL)[0].files.is_empty());
    done(sandbox);
}

#[tokio::test]
async fn a_client_offers_only_what_is_there() {
    let bot = start().await;
    let sandbox = &bot.sandbox;
    let said = sandbox
        .slash(ANN, CHANNEL, &["table", "say"], &[("text", json!("hi"))])
        .await
        .expect("offered");
    let message = said.message().expect("a message").id;
    assert_eq!(
        sandbox.click(ANN, message, "v1.off.1").await,
        Err(Cannot::Disabled("v1.off.1".to_owned()))
    );
    assert_eq!(
        sandbox.click(ANN, message, "v1.none").await,
        Err(Cannot::NoSuchPart("v1.none".to_owned()))
    );
    sandbox
        .slash(ANN, CHANNEL, &["hand"], &[])
        .await
        .expect("offered");
    sandbox.settle().await.expect("settles");
    let panel = sandbox.dms(ANN)[0].clone();
    let pick = &panel.select("v1.pick.").expect("there").custom_id;
    assert_eq!(
        sandbox.select(BEN, panel.id, pick, &["0"]).await,
        Err(Cannot::NoSuchMessage)
    );
    assert_eq!(
        sandbox.select(ANN, panel.id, pick, &["2"]).await,
        Err(Cannot::BadChoice(pick.clone()))
    );
    sandbox
        .select(ANN, panel.id, pick, &["1", "0"])
        .await
        .expect("chooses");
    sandbox.settle().await.expect("settles");
    assert_eq!(contents(&sandbox.dms(ANN))[0], "picked 1+0");
    let unknown = sandbox.slash(ANN, CHANNEL, &["dance"], &[]).await;
    assert_eq!(unknown, Err(Cannot::NoSuchCommand("dance".to_owned())));
    assert_eq!(
        sandbox.slash(ANN, CHANNEL, &["table", "say"], &[]).await,
        Err(Cannot::BadOption("text".to_owned()))
    );
    let private = sandbox.open_private_channel(ANN);
    let guild_only = sandbox
        .slash(ANN, private, &["table", "say"], &[("text", json!("hi"))])
        .await;
    assert!(matches!(guild_only, Err(Cannot::NoSuchCommand(_))));
    sandbox
        .slash(ANN, private, &["hand"], &[])
        .await
        .expect("offered in private too");
    assert!(sandbox.slash(BEN, private, &["hand"], &[]).await.is_err());
    sandbox.settle().await.expect("settles");
    done(sandbox);
}

#[tokio::test]
async fn the_gateway_drops_and_comes_back() {
    let bot = start().await;
    let sandbox = &bot.sandbox;
    assert_eq!(sandbox.gateway_starts(), (1, 0));
    sandbox.drop_gateway(true);
    sandbox.wait_connected().await.expect("resumes");
    assert_eq!(sandbox.gateway_starts(), (1, 1));
    sandbox
        .slash(ANN, CHANNEL, &["hand"], &[])
        .await
        .expect("offered")
        .message()
        .expect("answered");
    sandbox.settle().await.expect("settles");
    sandbox.drop_gateway(false);
    sandbox.wait_connected().await.expect("identifies");
    assert_eq!(sandbox.gateway_starts(), (2, 1));
    sandbox
        .slash(ANN, CHANNEL, &["hand"], &[])
        .await
        .expect("offered")
        .message()
        .expect("answered");
    sandbox.settle().await.expect("settles");
    assert_eq!(
        sandbox.dms(ANN).len(),
        1,
        "the nonce finds the first panel again"
    );
    done(sandbox);
}

#[tokio::test]
async fn a_call_can_be_held_and_an_answer_lost() {
    let bot = start().await;
    let sandbox = bot.sandbox.clone();
    let is_open = |call: &chaodipi::sandbox::Call| call.path == "/users/@me/channels";
    let mut hold = sandbox.hold(When::Before, 1, is_open);
    sandbox
        .slash(ANN, CHANNEL, &["hand"], &[])
        .await
        .expect("offered");
    let call = hold.reached().await.expect("comes");
    assert_eq!(call.body["recipient_id"], json!("1"));
    assert!(sandbox.dms(ANN).is_empty());
    hold.release();
    sandbox.settle().await.expect("settles");
    assert_eq!(sandbox.dms(ANN).len(), 1);
    let is_post =
        |call: &chaodipi::sandbox::Call| call.method == "POST" && call.path.ends_with("/messages");
    sandbox.inject(Fault::LostAnswer, 1.0, is_post);
    sandbox
        .slash(BEN, CHANNEL, &["hand"], &[])
        .await
        .expect("offered")
        .message()
        .expect("answered");
    sandbox.settle().await.expect("settles");
    assert_eq!(
        contents(&sandbox.dms(BEN)),
        ["Panel"],
        "posted, but the bot does not know"
    );
    assert!(
        sandbox
            .calls()
            .iter()
            .any(|call| call.lost && call.status == 200)
    );
    done(&sandbox);
}

#[tokio::test]
async fn time_moves_on_demand_only() {
    let sandbox = Sandbox::start(SandboxOptions::default())
        .await
        .expect("starts");
    let clock = Clock::connect(sandbox.clock_addr())
        .await
        .expect("connects");
    assert_eq!(clock.now(), SandboxOptions::START);
    let fired = Arc::new(std::sync::Mutex::new(Vec::new()));
    for seconds in [5, 60, 5] {
        let (clock, fired) = (clock.clone(), Arc::clone(&fired));
        tokio::spawn(async move {
            let _busy = clock.sleep(Duration::from_secs(seconds)).await;
            fired
                .lock()
                .expect("not poisoned")
                .push((seconds, clock.now()));
        });
    }
    // The sleepers may not have started yet; a settled process has none that is about to.
    tokio::time::sleep(Duration::from_millis(20)).await;
    let start = SandboxOptions::START;
    let five = start + Duration::from_secs(5);
    assert_eq!(
        sandbox.advance_to_next().await.expect("settles"),
        Some(five)
    );
    assert_eq!(*fired.lock().expect("not poisoned"), [(5, five), (5, five)]);
    sandbox
        .run_for(Duration::from_secs(54))
        .await
        .expect("settles");
    assert_eq!(fired.lock().expect("not poisoned").len(), 2);
    assert_eq!(
        sandbox.next_timer().await.expect("settles"),
        Some(start + Duration::from_secs(60))
    );
    sandbox
        .run_for(Duration::from_secs(1))
        .await
        .expect("settles");
    assert_eq!(fired.lock().expect("not poisoned").len(), 3);
    assert_eq!(sandbox.next_timer().await.expect("settles"), None);
}
