/** What Clay & Fire says in chat: who, how many minutes ago, what. Answers in a thread stand below what they answer. */
export interface Line {
  /** Key of a person, or `admin`. */
  by: string
  /** Minutes ago. */
  ago: number
  text: string
  reactions?: [emoji: string, by: string[]][]
  thread?: Omit<Line, 'thread'>[]
}
export interface Chat {
  /** Of a group; a direct conversation has none. */
  name?: string
  /** With the admin. */
  with: string[]
  lines: Line[]
  /** The admin has not read the last ones. */
  unread: number
}
const HOUR = 60
const DAY = 24 * HOUR

/** `$0`, `$1` … are people of the demo, in the order of their list. */
export const chats: Chat[] = [
  {
    with: ['$0'],
    unread: 1,
    lines: [
      { by: '$0', ago: 2 * DAY + 40, text: 'Did the new shelves arrive? I would like to load on Thursday.' },
      { by: 'admin', ago: 2 * DAY + 20, text: 'They did, all twelve. One is chipped at a corner, nothing serious.' },
      { by: '$0', ago: 2 * DAY + 18, text: 'That one can go at the bottom. Thank you for waiting for the van.', reactions: [['🙏', ['admin']]] },
      { by: 'admin', ago: DAY, text: 'Kiln wash is in the blue bucket. **Two thin coats**, please, the last batch flaked.' },
      { by: '$0', ago: 95, text: 'Done, and drying. Can you bring the label printer on Friday?' },
    ],
  },
  {
    with: ['$1'],
    unread: 0,
    lines: [
      { by: '$1', ago: 3 * DAY, text: 'I wrote up the celadon recipe. Shall I post it in the glaze lab, or is it too rough?' },
      { by: 'admin', ago: 3 * DAY - 30, text: 'Post it. Rough with numbers is better than smooth without.' },
      { by: '$1', ago: 3 * DAY - 45, text: 'Fair. 1.2 percent iron, cone 10, and a long soak.', reactions: [['👏', ['admin']]] },
    ],
  },
  {
    name: 'Firing crew',
    with: ['$0', '$2', '$3', '$4'],
    unread: 3,
    lines: [
      { by: '$2', ago: DAY + 5 * HOUR, text: 'The wheel by the window makes a noise like a coffee grinder.' },
      {
        by: '$3',
        ago: DAY + 5 * HOUR - 9,
        text: 'Bearing. Do not throw on it today, it will eat the shaft. I have a spare 6204 in the van.',
        reactions: [
          ['🙏', ['$2', '$4', 'admin']],
          ['🔧', ['$0']],
        ],
        thread: [
          { by: '$2', ago: DAY + 5 * HOUR - 20, text: 'Is it sealed on both sides?' },
          { by: '$3', ago: DAY + 5 * HOUR - 25, text: '2RS, yes. Clay gets into everything else.' },
          { by: '$4', ago: DAY + 4 * HOUR, text: 'I can hold the torch.' },
        ],
      },
      { by: 'admin', ago: DAY, text: 'Tape over the switch, so that nobody starts it. Thank you both.' },
      {
        by: '$4',
        ago: 6 * HOUR,
        text: 'Unloaded the smoke firing. The one we all thought was cracked is the best of the lot.',
        reactions: [['🔥', ['$0', '$2', '$3', 'admin']]],
      },
      { by: '$0', ago: 70, text: 'Reminder: glaze exchange on Friday. One test tile in, one home.' },
      { by: '$3', ago: 52, text: 'Bearing is in. The wheel runs, quietly.' },
      { by: '$2', ago: 44, text: 'You are a hero. Tea is on me.' },
    ],
  },
]

export const studio: { name: string; emoji: string; description: string; lines: Line[] } = {
  name: 'Back bench',
  emoji: '💬',
  description: 'Small talk while hands are wet. Anything worth keeping goes in a post.',
  lines: [
    { by: '$5', ago: 2 * DAY + 3 * HOUR, text: 'Good morning. Who is in today?' },
    { by: '$1', ago: 2 * DAY + 3 * HOUR - 6, text: 'Me, from ten. I will bring the small scale back.' },
    {
      by: '$6',
      ago: 2 * DAY + 2 * HOUR,
      text: 'Has anybody tried slip from the river clay? It is very short, but the colour is worth it.',
      thread: [
        { by: '$0', ago: 2 * DAY + HOUR, text: 'With ten percent ball clay it behaves.' },
        { by: '$6', ago: 2 * DAY + 50, text: 'Will try. I have a bucket if you want some.' },
      ],
    },
    {
      by: '$3',
      ago: DAY + 2 * HOUR,
      text: 'The extractor is back. Please run it **before** you spray, not after.',
      reactions: [['👍', ['$0', '$1', '$5', '$6']]],
    },
    { by: '$4', ago: 5 * HOUR, text: 'Left a bag of offcuts by the door, help yourselves.' },
    { by: '$5', ago: 3 * HOUR, text: 'Took two handfuls for my class. They will become snails.', reactions: [['🐌', ['$4', '$6']]] },
  ],
}
