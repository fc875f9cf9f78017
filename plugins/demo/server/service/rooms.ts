/** The spaces of Clay & Fire, in their groups. */
import type { SpaceKey, Subject } from './texts/types.ts'

export interface Room {
  key: SpaceKey
  name: string
  emoji: string
  description: string
  isPrivate?: true
  displayView?: 'posts' | 'cards' | 'list'
  /** Holds events beside its posts, or is there for them. */
  hasEvents?: true | 'first'
  /** Who comes here: everybody without it, else those who like one of these things, and some of the others. */
  draws?: Subject[]
  /** What the admin has not read yet. */
  unread: number
}

export const roomGroups: { name: string; rooms: Room[] }[] = [
  {
    name: 'Start here',
    rooms: [
      {
        key: 'introductions',
        name: 'Introductions',
        emoji: '👋',
        description: 'Say hello. Tell us what is on your bench, and show the worst pot you have kept.',
        unread: 1,
      },
      { key: 'announcements', name: 'Announcements', emoji: '📣', description: 'News of the kilns, the calendar and the house. Few and short.', unread: 1 },
      {
        key: 'how-we-work',
        name: 'How we work here',
        emoji: '🧭',
        description: 'Guidelines, habits and the things we explain most often.',
        displayView: 'list',
        unread: 0,
      },
    ],
  },
  {
    name: 'The studio',
    rooms: [
      {
        key: 'show-and-tell',
        name: 'Show and tell',
        emoji: '🏺',
        description: 'Finished work, half-finished work, and the ones that blew up. Say what you would do differently.',
        displayView: 'cards',
        unread: 6,
      },
      {
        key: 'glaze-lab',
        hasEvents: true,
        name: 'Glaze lab',
        emoji: '🔬',
        description: 'Recipes, blends, faults and chemistry. Cone, clay and atmosphere, please.',
        draws: ['glaze', 'clay'],
        unread: 12,
      },
      {
        key: 'kiln-talk',
        name: 'Kiln talk',
        emoji: '🔥',
        description: 'Building, firing and mending kilns: electric, gas, wood, salt, and oil drums.',
        draws: ['kiln', 'tools'],
        unread: 4,
      },
      {
        key: 'tools',
        name: 'Tools and studios',
        emoji: '🧰',
        description: 'Wheels, ribs, plaster, shelves, drains, and how to share them with others.',
        draws: ['tools', 'clay'],
        unread: 3,
      },
    ],
  },
  {
    name: 'Learn',
    rooms: [
      {
        key: 'slow-reading',
        hasEvents: true,
        name: 'Slow reading',
        emoji: '📚',
        description: 'One chapter a fortnight, and one tile to each chapter. Being late is the point.',
        draws: ['reading', 'glaze'],
        unread: 0,
      },
    ],
  },
  {
    name: 'Together',
    rooms: [
      {
        key: 'meetups',
        hasEvents: 'first',
        displayView: 'posts',
        name: 'Firings and meetups',
        emoji: '📅',
        description: 'Where somebody lights a kiln and has room for you.',
        draws: ['meet', 'kiln', 'clay'],
        unread: 0,
      },
      {
        key: 'open-studio',
        hasEvents: true,
        name: 'Open studio',
        emoji: '🫖',
        description: 'The tea table. Everyday talk, and questions that fit nowhere else.',
        unread: 2,
      },
      {
        key: 'swap-shelf',
        name: 'Swap shelf',
        emoji: '🤝',
        description: 'Offered and wanted: tiles, tools, clay, shelves. No selling here.',
        draws: ['tools', 'glaze', 'clay'],
        displayView: 'list',
        unread: 0,
      },
      {
        key: 'selling',
        name: 'Shop talk',
        emoji: '🧾',
        description: 'Prices, shops, markets and invoices, among ourselves. Nothing from here is quoted outside.',
        draws: ['selling'],
        isPrivate: true,
        unread: 2,
      },
    ],
  },
]
export const rooms: Room[] = roomGroups.flatMap((group) => group.rooms)
