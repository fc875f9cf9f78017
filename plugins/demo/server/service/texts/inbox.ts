/** What people ask the studio: who, how many minutes ago, and what became of it. */
import type { AREAS, PRIORITIES, TICKET_TYPES } from '../../../../inbox/contract.ts'

/** One thing after another. `ago` is in minutes. */
export type Turn = { ago: number } & (
  | { asks: string }
  /** Key of a person of the team, or `admin`. */
  | { by: string; says: string }
  | { by: string; notes: string }
  /** Titles of what it is from: of posts, or of snippets. */
  | { agent: string; from: string[]; sure: number; handsOver?: true }
  | { by: string; sets: Sets }
  | { rates: number; note?: string }
  | { seen: true }
)
export interface Sets {
  status?: 'solved' | 'closed'
  assignee?: string
  team?: 'Studio desk' | 'Shop'
  tags?: string[]
  /** Days from now. */
  snoozed?: number
}
export interface PastChat {
  /** Key of a person, or a visitor. */
  who: string | Visitor
  type: 'circle_bot' | 'live_chat' | 'email'
  channel: 'widget' | 'community' | 'email'
  subject: string
  ticket?: { type: (typeof TICKET_TYPES)[number]; area: (typeof AREAS)[number]; priority: (typeof PRIORITIES)[number] }
  turns: Turn[]
}
export interface Visitor {
  name: string
  email: string | null
  isVerified?: true
  locale?: string
  timezone?: string
  /** Titles and paths, the latest last. */
  pages?: [title: string, path: string][]
}
const H = 60
const D = 24 * H

export const prepared = [
  { shortcut: 'hello', text: 'Hello {first_name}, thanks for writing to {community}. I’m looking into it and will be back today.' },
  {
    shortcut: 'parcel',
    text: 'Hello {first_name}, your parcel left Bergen and usually takes three working days. The tracking link is in the email to {email}.',
  },
  { shortcut: 'refund', text: 'Hello {first_name}, the refund is on its way. It’s on your card within five working days; your bank decides which one.' },
  { shortcut: 'manual', text: 'Tell me the model on the plate at the back of the kiln, {first_name}, and I’ll send the manual we have for it.' },
  { shortcut: 'elements', text: 'Switch the kiln off at the wall, wait until it’s cold, then measure each element. Anything over 21 ohms is worn out.' },
  { shortcut: 'electrician', text: 'From 16 A on, an electrician has to sign for the connection. Send us the paper and we’ll list your kiln.' },
  { shortcut: 'hours', text: 'Bergen is open Tuesday to Saturday, 10:00 to 21:00, and on Sunday until 17:00.' },
  { shortcut: 'code', text: 'The code changes on the first of each month, {first_name}. This month’s is in the letter of the first, in your mailbox.' },
  { shortcut: 'invoice', text: 'You’ll find all invoices under Account, Billing. Add your VAT number there, and the next ones carry it.' },
  { shortcut: 'bye', text: 'Glad that’s sorted. Write back any time, {first_name}. {me}' },
]
export const tags = ['billing', 'parcel', 'kiln', 'courses', 'studio access', 'glaze safety', 'wholesale']

export const chats: PastChat[] = [
  {
    who: { name: 'Tobias Engel', email: 'engel@waldschule.example', isVerified: true, locale: 'en-US', timezone: 'Europe/Berlin' },
    ...{ type: 'email', channel: 'email', subject: 'A class of 24 for a day in spring' },
    turns: [
      { ago: 26 * D, asks: 'Good morning, I teach art in year seven. Could 24 children come for one day in April, and what would you do with them?' },
      {
        ago: 26 * D - 5 * H,
        by: 'nell',
        says: 'Hello Tobias, gladly. We split them: twelve at the wheels, twelve build tiles, and they swap after lunch. €14 a child with clay and firing.',
      },
      { ago: 25 * D, asks: 'That is within our budget. I have to wait for the school board before I can name a day.' },
      { ago: 25 * D - 2 * H, by: 'nell', notes: 'I’ve pencilled in 17 and 24 April. Marit, can you keep the small kiln free after both?' },
      { ago: 25 * D - 3 * H, by: 'nell', sets: { team: 'Studio desk', tags: ['courses'], snoozed: 9 } },
    ],
  },
  {
    who: 'yusuf',
    ...{ type: 'email', channel: 'community', subject: 'Tile kit arrived broken' },
    turns: [
      { ago: 24 * D, asks: 'Nine of the twelve tiles are in pieces. The box had a hole in the corner already when it came.' },
      {
        ago: 20 * D,
        by: 'admin',
        says: 'I’m sorry, Yusuf, this one slipped through. A new kit leaves today, double boxed. Keep the old one, the shards make good grog.',
      },
      { ago: 20 * D - 60, by: 'admin', sets: { team: 'Shop', tags: ['parcel'] } },
      { ago: 16 * D, asks: 'It came, all whole. Thank you.' },
      { ago: 16 * D - 40, by: 'admin', sets: { status: 'solved' } },
      { ago: 15 * D, rates: 2, note: 'Good in the end, but four days without a word is long.' },
      { ago: 2 * D, by: 'admin', sets: { status: 'closed' } },
    ],
  },
  {
    who: 'lekan',
    ...{ type: 'email', channel: 'community', subject: 'Apron in the wrong size' },
    turns: [
      { ago: 22 * D, asks: 'I ordered the apron in L and got an S. It would fit my daughter, who is six.' },
      { ago: 22 * D - 90, by: 'nell', says: 'Keep it for her! An L is in the post, and I’ve put a rib in for the trouble.' },
      { ago: 18 * D, asks: 'Both arrived. She wears it already.' },
      { ago: 18 * D - 25, by: 'nell', sets: { status: 'solved', tags: ['parcel'] } },
      { ago: 18 * D - 60, rates: 5, note: 'My daughter says five is not enough.' },
      { ago: 4 * D, by: 'nell', sets: { status: 'closed' } },
    ],
  },
  {
    who: { name: 'Café Linden', email: 'hello@cafelinden.example', isVerified: true, locale: 'en-US', timezone: 'Europe/Vienna' },
    ...{ type: 'email', channel: 'email', subject: 'Forty mugs for a café' },
    turns: [
      { ago: 19 * D, asks: 'We open in February and would like forty mugs from one potter, 220 ml, stackable. Is that something your members do?' },
      { ago: 19 * D - 3 * H, by: 'marit', says: 'It is. I’ve asked four who throw in series, and you’ll have their prices and pictures by Friday.' },
      { ago: 15 * D, by: 'marit', says: 'Here are three offers, between €19 and €26 a mug. Saoirse can deliver in the last week of January.' },
      { ago: 14 * D, asks: 'We take Saoirse’s. Thank you for the quick help!' },
      { ago: 14 * D - 30, by: 'marit', sets: { status: 'solved', tags: ['wholesale'] } },
    ],
  },
  {
    who: 'imran',
    ...{ type: 'live_chat', channel: 'widget', subject: 'Lost my key to Cork' },
    turns: [
      { ago: 13 * D, asks: 'I think my key to the Cork studio is at the bottom of the river. What do I do?' },
      { ago: 13 * D - 4, by: 'marit', says: 'First: no harm, keys carry no address. Use the code until Monday, then I’ll have a new one cut.' },
      { ago: 13 * D - 9, asks: 'You’re a star. What does it cost?' },
      { ago: 13 * D - 11, by: 'marit', says: 'Six euros, into the tin on the shelf.' },
      { ago: 13 * D - 15, by: 'marit', sets: { status: 'solved', tags: ['studio access'] } },
      { ago: 13 * D - 16, rates: 5 },
    ],
  },
  {
    who: 'camila',
    ...{ type: 'email', channel: 'community', subject: 'Cancel my subscription' },
    turns: [
      { ago: 12 * D, asks: 'I move to Santiago in January and cannot use the studio any more. How do I end it, and do I lose the lessons?' },
      {
        ago: 12 * D - 6 * H,
        by: 'admin',
        says: 'Under Account, Billing, Cancel subscription. You keep everything until the end of the paid month. Lessons bought once stay yours.',
      },
      { ago: 11 * D, asks: 'Done, thank you. I would have liked to pause it instead.' },
      { ago: 11 * D - 50, by: 'admin', notes: 'Third one this quarter who asks for a pause. Let’s offer it.' },
      { ago: 11 * D - 51, by: 'admin', sets: { status: 'solved', tags: ['billing'] } },
      { ago: 11 * D - 3 * H, rates: 3, note: 'A pause would have kept me.' },
    ],
  },
  {
    who: 'mateo',
    ...{ type: 'email', channel: 'community', subject: 'New email address' },
    turns: [
      { ago: 10 * D, asks: 'My old mailbox closes at the end of the month. Can you change the address, or do I have to?' },
      { ago: 10 * D - 70, by: 'nell', says: 'You can, under Account, Email: it sends a code to the new one. Write back if the code doesn’t come.' },
      { ago: 10 * D - 100, asks: 'Worked at once.' },
      { ago: 10 * D - 101, by: 'nell', sets: { status: 'solved' } },
      { ago: 10 * D - 120, rates: 5 },
    ],
  },
  {
    who: { name: 'Paula Nunes', email: 'paula.nunes@correio.example', locale: 'pt-BR', timezone: 'America/Sao_Paulo' },
    ...{ type: 'email', channel: 'widget', subject: 'Vale-presente para minha mãe' },
    turns: [
      { ago: 9 * D, asks: 'Olá! Vocês têm vale-presente para o curso de torno? É para o aniversário da minha mãe, dia 12.' },
      {
        ago: 9 * D - 2 * H,
        by: 'admin',
        says: 'Olá, Paula! Temos sim: na página do curso, escolha “Comprar como presente” e a data em que o e-mail deve chegar a ela.',
      },
      { ago: 9 * D - 3 * H, asks: 'Comprei. Muito obrigada!' },
      { ago: 9 * D - 3 * H - 10, by: 'admin', sets: { status: 'solved', tags: ['courses'] } },
      { ago: 9 * D - 4 * H, rates: 5, note: 'Atendimento rápido e em português!' },
    ],
  },
  {
    who: 'henrik',
    ...{ type: 'circle_bot', channel: 'widget', subject: 'What does a full shelf cost?' },
    turns: [
      { ago: 8 * D, asks: 'What does a full shelf cost in a glaze firing, and do test tiles cost extra?' },
      {
        ago: 8 * D,
        agent: 'A full shelf of 45 by 45 cm costs 22 euros in a glaze firing. Test tiles ride along for free where there is room between the posts.',
        from: ['What a shelf in the kiln costs'],
        sure: 0.94,
      },
      { ago: 8 * D - 3, rates: 5 },
      { ago: 8 * D - 2 * H, by: 'nell', sets: { status: 'solved' } },
    ],
  },
  {
    who: 'daniel',
    ...{ type: 'email', channel: 'community', subject: 'Manual for a Rohde Ecotop 60' },
    ticket: { type: 'question', area: 'other', priority: 'low_i_have_a_question_or_feedback' },
    turns: [
      { ago: 7 * D, asks: 'I bought a second-hand Ecotop 60 without papers. Does anybody have the manual, or at least the wiring plan?' },
      { ago: 7 * D - 55, by: 'marit', says: 'Tell me the model on the plate at the back of the kiln, Daniel, and I’ll send the manual we have for it.' },
      { ago: 7 * D - 3 * H, asks: 'Type 60 L, 3.6 kW, built in 2011, controller TC 44.' },
      { ago: 6 * D, by: 'marit', says: 'Sent to your address: manual, wiring plan and the list of parts. Read page 14 before you first switch it on.' },
      { ago: 6 * D - 40, asks: 'All there. You saved me a weekend.' },
      { ago: 6 * D - 41, by: 'marit', sets: { status: 'solved', tags: ['kiln'] } },
      { ago: 6 * D - 2 * H, rates: 5 },
    ],
  },
  {
    who: 'linnea',
    ...{ type: 'email', channel: 'email', subject: 'Invoice with our VAT number' },
    turns: [
      { ago: 6 * D, asks: 'Our accountant needs the October invoice with the VAT number of the studio on it, SE556677889901.' },
      {
        ago: 6 * D - 4 * H,
        by: 'admin',
        says: 'You’ll find all invoices under Account, Billing. Add your VAT number there, and the next ones carry it. October’s is attached to this email anew.',
      },
      { ago: 5 * D, asks: 'Perfect, that is what she wanted.' },
      { ago: 5 * D - 15, by: 'admin', sets: { status: 'solved', tags: ['billing'] } },
      { ago: 5 * D - 80, rates: 4 },
    ],
  },
  {
    who: 'wren',
    ...{ type: 'live_chat', channel: 'widget', subject: 'The door code does nothing' },
    ticket: { type: 'bug', area: 'member_access', priority: 'urgent_a_member_or_admin_cannot_access_their_account' },
    turns: [
      { ago: 4 * D, asks: 'I’m standing in the rain in Stroud and the code of the month does nothing.' },
      { ago: 4 * D - 2, by: 'nell', says: 'Try last month’s, somebody may not have turned the lock. I’m ringing Stroud meanwhile.' },
      { ago: 4 * D - 6, asks: 'Last month’s works! I’m in, and dry.' },
      { ago: 4 * D - 8, by: 'nell', notes: 'The Stroud lock wasn’t changed on the first. @Marit Solheim, please put it on the list.' },
      { ago: 4 * D - 9, by: 'nell', sets: { status: 'solved', tags: ['studio access'] } },
      { ago: 4 * D - 12, rates: 5, note: 'Two minutes. In the rain that counts double.' },
    ],
  },
  {
    who: { name: 'Elif Aydın', email: 'elif.aydin@posta.example', isVerified: true, locale: 'en-US', timezone: 'Europe/Istanbul' },
    ...{ type: 'email', channel: 'email', subject: 'Cannot open the lesson' },
    ticket: { type: 'bug', area: 'courses', priority: 'low_a_non_critical_issue_is_slowing_me_down' },
    turns: [
      { ago: 3 * D + 5 * H, asks: 'Lesson two of Throwing from zero stays white. I hear the sound, but there is no picture.' },
      { ago: 3 * D + 3 * H, by: 'nell', says: 'Which browser is it? In the menu under Help, About. Older ones than three years can’t show the video.' },
      { ago: 2 * D + 20 * H, asks: 'It was five years old. On the phone it works, I shall update the computer.' },
      { ago: 2 * D + 19 * H, by: 'nell', sets: { status: 'solved', tags: ['courses'] } },
      { ago: 2 * D + 18 * H, rates: 4 },
    ],
  },
  {
    who: 'ruth',
    ...{ type: 'email', channel: 'community', subject: 'Photos in the gallery are too dark' },
    ticket: { type: 'feedback', area: 'posts_and_comments', priority: 'low_i_have_a_question_or_feedback' },
    turns: [
      { ago: 3 * D, asks: 'Celadon looks like mud in the gallery of my last post. On my own screen the pictures are fine. Is something done to them?' },
      {
        ago: 3 * D - 2 * H,
        by: 'admin',
        says: 'Nothing is done to the colours, but the profile of your camera is dropped. Export them as sRGB, and they look the same everywhere.',
      },
      { ago: 2 * D, asks: 'I try that on Sunday and write back.' },
      { ago: 2 * D - 30, by: 'admin', sets: { snoozed: 3 } },
    ],
  },
  {
    who: 'siobhan',
    ...{ type: 'email', channel: 'community', subject: 'Where is my parcel of glaze?' },
    turns: [
      { ago: 2 * D + 6 * H, asks: 'I ordered two kilos of the tenmoku ten days ago. The link says “in transit” since Monday, and I fire on Saturday.' },
      {
        ago: 2 * D + 4 * H,
        by: 'admin',
        says: 'Hello Siobhan, the carrier has lost sight of it in Rotterdam. I’ve asked for a search; they have until tomorrow evening.',
      },
      { ago: 2 * D + 4 * H - 5, by: 'admin', notes: 'Search number 44-1180. If it isn’t found, send two kilos from the shelf, by express.' },
      { ago: 2 * D + 4 * H - 6, by: 'admin', sets: { team: 'Shop', tags: ['parcel'] } },
      { seen: true, ago: 2 * D + H },
      { ago: D + 2 * H, asks: 'Thank you for looking. Any word from Rotterdam?' },
      { ago: D, by: 'admin', says: 'Found, and on a van to Cork. If it isn’t with you by tomorrow noon, I send another one by express.' },
      { seen: true, ago: D - 40 },
    ],
  },
  {
    who: { name: 'Owen Price', email: 'owen.price@post.example', isVerified: true, locale: 'en-US', timezone: 'Europe/London' },
    ...{ type: 'email', channel: 'email', subject: 'Charged twice in November' },
    ticket: { type: 'bug', area: 'admin_billing', priority: 'high_a_critical_issue_is_impacting_some_members_of_my_community' },
    turns: [
      { ago: D + 9 * H, asks: 'Two times €14 on the same day, see the statement. I have one subscription, and would like one of them back.' },
      { ago: D + 9 * H, by: 'admin', sets: { team: 'Studio desk', tags: ['billing'] } },
      { ago: 3 * H, asks: 'My bank says that it can call the payment back, but I would rather you did it.' },
    ],
  },
  {
    who: 'amara',
    ...{ type: 'email', channel: 'community', subject: 'Video of lesson three stops' },
    ticket: { type: 'bug', area: 'courses', priority: 'low_a_non_critical_issue_is_slowing_me_down' },
    turns: [
      { ago: D + 5 * H, asks: 'At 04:12 it stops and begins anew. The same on the phone and on the computer.' },
      { ago: D + 3 * H, by: 'marit', says: 'I see it too. The file is damaged there; Priya uploads it again tonight.' },
      { ago: D + 3 * H - 10, by: 'marit', sets: { tags: ['courses'] } },
    ],
  },
  {
    who: { name: 'Mina Sato', email: 'mina.sato@yubin.example', locale: 'en-US', timezone: 'Asia/Tokyo', pages: [['Glaze lab', '/c/glaze-lab']] },
    ...{ type: 'circle_bot', channel: 'widget', subject: 'Which glaze is food safe?' },
    turns: [
      { ago: 7 * H, asks: 'I would like to know whether the celadon that you sell is food safe, also with vinegar.' },
      {
        ago: 7 * H,
        agent:
          'Members have written that a glaze without manganese, copper or lead in it is the safer choice inside, and that a leach test decides. I have found nothing about the celadon in the shop.',
        from: ['Why my celadon went grey at cone 10'],
        sure: 0.41,
        handsOver: true,
      },
    ],
  },
  {
    who: 'grace',
    ...{ type: 'circle_bot', channel: 'widget', subject: 'Refund for the raku day' },
    turns: [
      { ago: 6 * H, asks: 'The raku day was called off because of the storm. How do I get my refund?' },
      { ago: 6 * H, agent: 'Refunds are decided by people here. I pass this on to the team.', from: [], sure: 0.9, handsOver: true },
      { ago: 5 * H, by: 'admin', says: 'Hello Grace, the refund is on its way. It’s on your card within five working days; your bank decides which one.' },
      { ago: 5 * H - 4, by: 'admin', sets: { tags: ['billing'] } },
      { seen: true, ago: 4 * H },
      { ago: 50, asks: 'Thank you. And may I come on the new date instead, without paying twice?' },
    ],
  },
  {
    who: 'bea',
    ...{ type: 'email', channel: 'community', subject: 'Host a kiln in Porto' },
    turns: [
      { ago: 5 * H, asks: 'I have a 90 litre front loader and a yard. What does it take to be on the list of shared kilns?' },
      { ago: 5 * H - 20, by: 'nell', sets: { assignee: 'marit', team: 'Studio desk', tags: ['kiln'] } },
      { ago: 4 * H, by: 'nell', notes: '@Marit Solheim this would be our first one in the south. Insurance as in Cork?' },
    ],
  },
  {
    who: {
      name: 'Freya Lindqvist',
      email: null,
      locale: 'en-US',
      timezone: 'Europe/Stockholm',
      pages: [
        ['Pricing', '/p/pricing'],
        ['Throwing from zero', '/c/throwing-from-zero'],
      ],
    },
    ...{ type: 'circle_bot', channel: 'widget', subject: '' },
    turns: [
      { ago: 3 * H, asks: 'When is the studio in Bergen open on Sunday?' },
      {
        ago: 3 * H,
        agent: 'On Sunday Bergen is open until 17:00. Members get in outside these hours by the code of the month.',
        from: ['Opening hours of the studios'],
        sure: 0.92,
      },
      { ago: 3 * H - 2, asks: 'And is test space in the kiln free?' },
      {
        ago: 3 * H - 2,
        agent: 'Yes: test tiles ride along for free where there is room between the posts.',
        from: ['What a shelf in the kiln costs'],
        sure: 0.88,
      },
    ],
  },
  {
    who: 'rui',
    ...{ type: 'email', channel: 'community', subject: 'Carpool to the market' },
    turns: [
      { ago: 2 * H + 30, asks: 'Two seats left in the van to the winter market. Should I post it in Meet-ups, or do you want it in the letter?' },
      { ago: 2 * H, by: 'admin', says: 'Both! Post it, and I put the link into Thursday’s letter.' },
      { seen: true, ago: H + 40 },
    ],
  },
  {
    who: 'jonas',
    ...{ type: 'circle_bot', channel: 'widget', subject: 'Kiln stops at 1,060' },
    turns: [
      { ago: 95, asks: 'My 60 litre kiln stops at 1,060 degrees. It used to do cone 6 without complaint.' },
      {
        ago: 95,
        agent:
          'After about 140 firings at cone 6 elements are often worn. Switch off at the wall, wait until it is cold and measure each one: 18 ohms is new, over 21 is due.',
        from: ['The spring check: an hour that saves you a kiln', 'Before you plug in that second-hand kiln'],
        sure: 0.91,
      },
      { ago: 70, asks: 'Can I talk to a person? I have a firing on Saturday.' },
      { ago: 70, agent: 'Of course. I pass this on to the team.', from: [], sure: 0.95, handsOver: true },
      { ago: 64, by: 'admin', says: 'Hello Jonas. 140 firings at cone 6, that set has earned its rest. Did you measure?' },
      { ago: 62, asks: '23, 22.5 and 24. All three.' },
      { ago: 58, by: 'marit', notes: 'Same batch as Beatriz’s. Give him the A1 set, it’s paid from the kiln fund. @Admin' },
      { ago: 55, by: 'admin', says: 'Then all three are done. A set leaves today, it’s with you on Tuesday.' },
      { ago: 54, by: 'admin', sets: { tags: ['kiln'] } },
      { seen: true, ago: 50 },
      { ago: 18, asks: 'Wonderful. Can I fit them myself, or does that take an electrician?' },
    ],
  },
  {
    who: {
      name: '',
      email: null,
      locale: 'en-US',
      timezone: 'Europe/Oslo',
      pages: [
        ['Home', '/'],
        ['Events', '/events'],
      ],
    },
    ...{ type: 'live_chat', channel: 'widget', subject: '' },
    turns: [{ ago: 4, asks: 'Hi! Can I come by on Saturday and look at the studio before I join?' }],
  },
]
