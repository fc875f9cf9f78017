/** The two courses of Clay & Fire: what their lessons are called, what they say, and how far people have come. */
import type { PictureKey } from '../pictures.ts'

export interface LessonText {
  name: string
  text: string
  kind?: 'video' | 'text' | 'embed' | 'live'
  /** A file of `pictures/`, of that many seconds. */
  film?: { file: string; seconds: number }
  /** How long one without a film takes: to read and to try. */
  minutes?: number
  chapters?: { at: number; title: string }[]
  isFree?: true
  isDraft?: true
}
export interface CourseText {
  name: string
  slug: string
  emoji: string
  /** Without one its cover is drawn. */
  cover?: PictureKey
  description: string
  summary: string
  teacher: string
  topics: string[]
  courseType: 'self_paced' | 'structured'
  enforceOrder: boolean
  cohorts: { name: string; daysAgo: number }[]
  sections: { name: string; dripDelay?: number; lessons: LessonText[] }[]
  /** Who learns: how many lessons are done, how many days ago they began, when they were here last. */
  learners: { key: string; done: number; began: number; seen: number; cohort?: number }[]
  talk: { lesson: string; by: string; text: string }[]
}
const wheel = { file: 'wheel.mp4', seconds: 252 }
const celadon = { file: 'celadon.mp4', seconds: 192 }

export const courses: CourseText[] = [
  {
    name: 'Throwing from zero',
    slug: 'throwing-from-zero',
    emoji: '🎓',
    description: 'Eleven lessons from a lump of clay to a mug with a handle.',
    summary: 'Eleven lessons from a lump of clay to a mug with a handle. You need a wheel for three evenings a week.',
    teacher: 'tomas',
    topics: ['Throwing', 'Beginners'],
    courseType: 'structured',
    enforceOrder: true,
    cohorts: [
      { name: 'Autumn group', daysAgo: 34 },
      { name: 'Late starters', daysAgo: 9 },
    ],
    sections: [
      {
        name: 'Start',
        lessons: [
          {
            name: 'Welcome, and what to buy',
            kind: 'video',
            film: wheel,
            isFree: true,
            chapters: [
              { at: 0, title: 'Who this is for' },
              { at: 75, title: 'Five tools are enough' },
              { at: 180, title: 'Which clay' },
            ],
            text: 'You need less than the shop says: a sponge, a wire, a needle, a wooden knife and one rib.\n\n## Before the next lesson\n\n- Buy ten kilos of smooth stoneware\n- Cut your nails\n- Find a towel you do not love',
          },
          {
            name: 'Wedging without wrists',
            kind: 'video',
            film: wheel,
            text: 'Lean, do not push. The weight comes from your hips, and the clay turns by itself.\n\n1. Forty turns are enough\n2. Cut it and look: no holes\n3. Rest your wrists when they speak',
          },
        ],
      },
      {
        name: 'Centering',
        lessons: [
          {
            name: 'Why clay wanders',
            minutes: 35,
            text: 'Clay wanders because something in it is not even: water, air or your hands. Find out which before you press harder.',
          },
          { name: 'Coning up and down', kind: 'video', film: wheel, text: 'Three cones, slowly. The second one is where it becomes quiet.' },
          {
            name: 'Centering with your eyes closed',
            kind: 'video',
            film: wheel,
            chapters: [
              { at: 0, title: 'Elbows on your thighs' },
              { at: 84, title: 'Hands as a wall' },
              { at: 170, title: 'Let go slowly' },
            ],
            text: 'Centering is a feeling before it is a shape. If you look at the clay, your hands chase the wobble. If you close your eyes, your elbows find the floor of the movement and the clay has to follow.\n\n## Try this three times\n\n1. Wet hands, dry wrists. Elbows on your thighs.\n2. Bring the wheel to two thirds and lean, do not push.\n3. Close your eyes, count to twelve, let go slowly.',
          },
        ],
      },
      {
        name: 'Cylinders',
        dripDelay: 7,
        lessons: [
          {
            name: 'Opening and compressing',
            kind: 'video',
            film: wheel,
            text: 'Compress the floor before you pull. What cracks in the kiln was not compressed here.',
          },
          {
            name: 'Three pulls to a mug',
            kind: 'video',
            film: wheel,
            text: 'One to open, one to raise, one to thin. Stop after three, whatever it looks like.',
          },
          {
            name: 'Handles that do not crack',
            minutes: 20,
            text: 'Let both parts be of the same wetness. Score, slip, press, and dry them slowly under plastic.',
          },
        ],
      },
      {
        name: 'Trimming',
        dripDelay: 21,
        lessons: [
          {
            name: 'A foot that fits the pot',
            kind: 'video',
            film: wheel,
            text: 'A foot is a third of the widest part, more or less. Turn it over and look from far away.',
          },
          {
            name: 'Chucks, and when to use them',
            minutes: 25,
            text: 'A chuck holds what has no flat rim. Throw one, dry it to leather, and keep it for years.',
          },
          { name: 'Signing your work', minutes: 40, text: 'A stamp, a scratch, a number. Whatever it is, do it the same way each time.' },
          { name: 'Where to go from here', minutes: 30, text: 'Bowls, then plates, then lids. Draft of what comes next.', isDraft: true },
        ],
      },
    ],
    learners: [
      { key: 'hana', done: 11, began: 34, seen: 2, cohort: 0 },
      { key: 'bea', done: 10, began: 34, seen: 0, cohort: 0 },
      { key: 'jonas', done: 7, began: 34, seen: 1, cohort: 0 },
      { key: 'nell', done: 5, began: 34, seen: 0, cohort: 0 },
      { key: 'ines', done: 11, began: 34, seen: 12, cohort: 0 },
      { key: 'lukas', done: 4, began: 34, seen: 12, cohort: 0 },
      { key: 'amara', done: 8, began: 34, seen: 3, cohort: 0 },
      { key: 'henrik', done: 4, began: 34, seen: 20, cohort: 0 },
      { key: 'wren', done: 3, began: 9, seen: 1, cohort: 1 },
      { key: 'linnea', done: 5, began: 9, seen: 0, cohort: 1 },
      { key: 'paolo', done: 1, began: 9, seen: 8, cohort: 1 },
      { key: 'grace', done: 0, began: 9, seen: 9, cohort: 1 },
    ],
    talk: [
      { lesson: 'Centering with your eyes closed', by: 'nell', text: 'It took me a week of evenings, and then it was there from one moment to the next.' },
      { lesson: 'Centering with your eyes closed', by: 'jonas', text: 'What helped: my elbows were never on my thighs, I only thought so. Film yourself.' },
      { lesson: 'Wedging without wrists', by: 'bea', text: 'My wrists say thank you.' },
    ],
  },
  {
    name: 'Glaze chemistry',
    slug: 'glaze-chemistry',
    emoji: '🧪',
    cover: 'teal tiles',
    description: 'Read a recipe, change it on purpose, and know why it failed.',
    summary: 'Read a recipe, change it on purpose, and know why it failed. No chemistry from school is needed.',
    teacher: 'priya',
    topics: ['Glazes'],
    courseType: 'self_paced',
    enforceOrder: false,
    cohorts: [],
    sections: [
      {
        name: 'What a glaze is',
        lessons: [
          {
            name: 'Glass that stays on the pot',
            kind: 'video',
            film: celadon,
            isFree: true,
            text: 'Glass, something that melts it, something that holds it up. Every glaze is these three.',
          },
          {
            name: 'Reading a recipe',
            minutes: 15,
            text: 'Percent of weight, and additions on top of a hundred. What is written below the line is colour and trouble.',
          },
        ],
      },
      {
        name: 'Changing one thing',
        lessons: [
          { name: 'Line blends', kind: 'video', film: celadon, text: 'Two glazes, five tiles, one evening. You learn more than from a book.' },
          { name: 'Silica and alumina', minutes: 35, text: 'More silica and it shines, more alumina and it goes dull and stiff. The map has four corners.' },
          {
            name: 'When it crawls, crazes or runs',
            minutes: 20,
            text: 'Crazing: too much sodium, too little silica. Crawling: dust, or too thick. Running: be glad of your cookies below the pot.',
          },
        ],
      },
      {
        name: 'Safe to eat from',
        lessons: [
          {
            name: 'The lemon test, and its limits',
            minutes: 25,
            text: 'A slice of lemon for three days tells you of the worst. For all else there is the laboratory.',
          },
        ],
      },
    ],
    learners: [
      { key: 'callum', done: 6, began: 60, seen: 15 },
      { key: 'hana', done: 4, began: 20, seen: 2 },
      { key: 'kenji', done: 2, began: 12, seen: 1 },
      { key: 'ruth', done: 1, began: 30, seen: 25 },
      { key: 'mateo', done: 3, began: 5, seen: 0 },
      { key: 'tomas', done: 5, began: 44, seen: 4 },
    ],
    talk: [{ lesson: 'Line blends', by: 'kenji', text: 'Five tiles became fifty. You have been warned.' }],
  },
]
