import type { CurrentBody, Edit } from '../../markdown/adapt/body-dialect.ts';
import type { Dialect } from '../dialect.ts';

export const emoji: Dialect = {
  name: 'emoji',
  title: 'GitHub, Hugo, VuePress and others with names of emoji',
  guide: { reads: 'the names of about 200 emoji, such as `:tada:`', becomes: 'the emoji; other names stay' },
  body: () => [{ stage: 'text', find: fixNames }],
};

function fixNames({ rendered: { markdown }, masked }: CurrentBody): Edit[] {
  if (markdown.search(name) === -1) return [];
  return [...masked().matchAll(name)].flatMap(({ 0: whole, 1: written = '', index }) => {
    const text = characters.get(written);
    return text === undefined ? [] : [{ start: index, end: index + whole.length, text }];
  });
}

/** Times, addresses and paths of modules have colons, too. */
const name = /(?<![\p{L}\p{N}_:/]):([a-z\d_+-]{1,40}):(?![\p{L}\p{N}_:/])/gu;

/** Names of GitHub, and the emoji behind each. */
const characters = new Map(
  Array.from(
    `smile 😄 smiley 😃 grin 😁 grinning 😀 laughing 😆 satisfied 😆 joy 😂 rofl 🤣 wink 😉 blush 😊 relaxed ☺️ yum 😋
    heart_eyes 😍 kissing_heart 😘 sunglasses 😎 nerd_face 🤓 thinking 🤔 smirk 😏 relieved 😌 sob 😭 cry 😢 scream 😱 open_mouth 😮
    astonished 😲 flushed 😳 confused 😕 worried 😟 disappointed 😞 sweat 😓 sweat_smile 😅 cold_sweat 😰 stuck_out_tongue 😛
    stuck_out_tongue_winking_eye 😜 upside_down_face 🙃 slightly_smiling_face 🙂 neutral_face 😐 expressionless 😑 unamused 😒
    roll_eyes 🙄 angry 😠 rage 😡 sleeping 😴 mask 😷 innocent 😇 hugs 🤗 exploding_head 🤯 partying_face 🥳 smiling_imp 😈 shrug 🤷
    facepalm 🤦 see_no_evil 🙈 hear_no_evil 🙉 speak_no_evil 🙊 ghost 👻 skull 💀 poop 💩 robot 🤖 alien 👽 space_invader 👾
    heart ❤️ hearts ♥️ broken_heart 💔 blue_heart 💙 green_heart 💚 yellow_heart 💛 purple_heart 💜 two_hearts 💕 sparkling_heart 💖
    +1 👍 thumbsup 👍 -1 👎 thumbsdown 👎 clap 👏 pray 🙏 raised_hands 🙌 raised_hand ✋ wave 👋 ok_hand 👌 muscle 💪 handshake 🤝
    crossed_fingers 🤞 v ✌️ metal 🤘 point_right 👉 point_left 👈 point_up ☝️ point_up_2 👆 point_down 👇 writing_hand ✍️ eyes 👀
    brain 🧠 baby 👶 busts_in_silhouette 👥 bust_in_silhouette 👤 technologist 🧑‍💻 man_technologist 👨‍💻 woman_technologist 👩‍💻
    tada 🎉 confetti_ball 🎊 balloon 🎈 gift 🎁 sparkles ✨ star ⭐ star2 🌟 stars 🌠 dizzy 💫 fire 🔥 boom 💥 zap ⚡ rocket 🚀 100 💯
    trophy 🏆 medal_sports 🏅 1st_place_medal 🥇 crown 👑 gem 💎 dart 🎯 art 🎨 game_die 🎲 video_game 🎮 jigsaw 🧩 soccer ⚽
    warning ⚠️ construction 🚧 rotating_light 🚨 no_entry ⛔ no_entry_sign 🚫 stop_sign 🛑 white_check_mark ✅ heavy_check_mark ✔️
    ballot_box_with_check ☑️ x ❌ negative_squared_cross_mark ❎ heavy_plus_sign ➕ heavy_minus_sign ➖ question ❓ exclamation ❗
    grey_question ❔ grey_exclamation ❕ bangbang ‼️ interrobang ⁉️ information_source ℹ️ bulb 💡 bell 🔔 mega 📣 loudspeaker 📢
    memo 📝 pencil 📝 pencil2 ✏️ book 📖 books 📚 green_book 📗 notebook 📓 bookmark 🔖 clipboard 📋 page_facing_up 📄 scroll 📜
    newspaper 📰 file_folder 📁 open_file_folder 📂 card_index_dividers 🗂️ pushpin 📌 round_pushpin 📍 paperclip 📎 link 🔗 label 🏷️
    bug 🐛 wrench 🔧 hammer 🔨 hammer_and_wrench 🛠️ gear ⚙️ nut_and_bolt 🔩 lock 🔒 unlock 🔓 key 🔑 mag 🔍 mag_right 🔎 microscope 🔬
    test_tube 🧪 computer 💻 desktop_computer 🖥️ keyboard ⌨️ iphone 📱 electric_plug 🔌 battery 🔋 floppy_disk 💾 package 📦 recycle ♻️
    email 📧 envelope ✉️ inbox_tray 📥 outbox_tray 📤 calendar 📆 date 📅 hourglass ⌛ hourglass_flowing_sand ⏳ alarm_clock ⏰
    stopwatch ⏱️ watch ⌚ speech_balloon 💬 thought_balloon 💭 zzz 💤 moneybag 💰 money_with_wings 💸 dollar 💵 credit_card 💳
    bar_chart 📊 chart_with_upwards_trend 📈 chart_with_downwards_trend 📉 triangular_flag_on_post 🚩 checkered_flag 🏁
    musical_note 🎵 notes 🎶 headphones 🎧 microphone 🎤 guitar 🎸 camera 📷 video_camera 📹 movie_camera 🎥 clapper 🎬 tv 📺
    arrow_right ➡️ arrow_left ⬅️ arrow_up ⬆️ arrow_down ⬇️ arrow_upper_right ↗️ arrow_forward ▶️ fast_forward ⏩ rewind ⏪
    arrows_counterclockwise 🔄 new 🆕 top 🔝 ok 🆗 cool 🆒 free 🆓 up 🆙 soon 🔜 sos 🆘 red_circle 🔴 green_circle 🟢
    large_blue_circle 🔵 white_circle ⚪ black_circle ⚫ one 1️⃣ two 2️⃣ three 3️⃣ four 4️⃣ five 5️⃣ six 6️⃣ seven 7️⃣ eight 8️⃣ nine 9️⃣
    sunny ☀️ cloud ☁️ umbrella ☔ snowflake ❄️ snowman ⛄ rainbow 🌈 ocean 🌊 moon 🌔 earth_americas 🌎 earth_africa 🌍 earth_asia 🌏
    globe_with_meridians 🌐 world_map 🗺️ house 🏠 office 🏢 hospital 🏥 school 🏫 mortar_board 🎓 car 🚗 bus 🚌 train 🚋 bike 🚲
    boat ⛵ anchor ⚓ airplane ✈️ coffee ☕ tea 🍵 beer 🍺 beers 🍻 wine_glass 🍷 pizza 🍕 hamburger 🍔 cake 🍰 birthday 🎂 cookie 🍪
    apple 🍎 banana 🍌 lemon 🍋 dog 🐶 cat 🐱 mouse 🐭 rabbit 🐰 bear 🐻 panda_face 🐼 monkey 🐒 elephant 🐘 horse 🐴 unicorn 🦄 whale 🐳
    dolphin 🐬 octopus 🐙 crab 🦀 penguin 🐧 bird 🐦 chicken 🐔 snake 🐍 turtle 🐢 snail 🐌 bee 🐝 seedling 🌱 herb 🌿
    four_leaf_clover 🍀 evergreen_tree 🌲 deciduous_tree 🌳 palm_tree 🌴 cactus 🌵 rose 🌹 sunflower 🌻 cherry_blossom 🌸`.matchAll(
      /(\S+) (\S+)/g,
    ),
    ([, written = '', character = '']) => [written, character] as const,
  ),
);
