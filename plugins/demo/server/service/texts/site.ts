/** What the pages of Clay & Fire say to whoever comes by. */
import type { PictureKey } from '../pictures.ts'

export const welcome = {
  name: 'Welcome',
  slug: 'welcome',
  description: 'Potters from the first pinch pot to the wood kiln: ask at cone 6, learn, fire together, and sell what comes out.',
  title: 'Clay is patient.\nSo are we.',
  text: '{members} potters in shared studios, spare rooms and one converted cow shed. Bring a question at cone 6 and leave with an answer before the kiln is cool.',
  /** What stands between stars is said louder. */
  numbers:
    'This year *300 notes* were written, *38 kilns* were fired, 26 beginners centered for the first time and *one shelf came down at 1,100 degrees*. Everybody helped chip it clean.',
  get: 'What you get your hands on',
  tiles: [
    {
      icon: 'message-circle',
      title: 'Ask at cone 6',
      text: 'Post the pot, the recipe and the schedule. Most questions get an answer the same evening, often from someone who broke that pot before you.',
    },
    {
      icon: 'graduation-cap',
      title: 'Courses that get dirty',
      text: 'Throwing from zero and Glaze chemistry, with lessons you can pause, rewind and try again at the wheel.',
    },
    { icon: 'layers', title: 'Space on a shelf', text: 'Members lend shelf space by the firing. Book it like a table, pay for the part you fill.' },
    { icon: 'flame', title: 'Nights by the kiln', text: 'Somebody has to stoke at three. A live room stays open for every long firing, with cones on camera.' },
    { icon: 'shopping-bag', title: 'A market twice a year', text: 'A table, a card reader and a carpool. Bring what sells and one thing that does not.' },
    {
      icon: 'book-open',
      title: 'Recipes that have been tried',
      text: 'Every recipe in the Glaze lab comes with cone, clay and atmosphere, and with photos of the tiles.',
    },
  ],
  quotes: [
    {
      by: 'nell',
      role: 'Stroud, three wheels',
      text: 'Three celadons, one bowl and no idea where the iron went. Hana told me by lunch. I had been at it for two years.',
    },
    { by: 'saoirse', role: 'Galway, salt kiln', text: 'I fire alone at the end of a lane. I have not fired alone since March.' },
    { by: 'adaeze', role: 'Enugu, smoke and coils', text: 'It cracked at the handle. Four people told me why, kindly, and one sent me clay.' },
  ],
  prices: {
    title: 'What it costs',
    text: 'Less than a bag of stoneware. Stop whenever you like, keep what you paid for.',
    note: 'Prices include VAT. Students and apprentices pay half: write to Marit.',
    plans: [
      { paywall: 'Throwing from zero', features: 'Eleven lessons\nA spot in the next group\nA certificate at the end', button: 'Start throwing' },
      {
        paywall: 'Glaze chemistry',
        features: 'Nine lessons\nTile kit by post\nLab hour with Priya, every second week\nFour glazes that are yours',
        button: 'Start 7 days free',
        isHighlighted: true,
      },
      { paywall: 'Studio pass', features: 'Everything in Glaze chemistry\nSelling your work\nSeats for everybody at your studio', button: 'Bring your studio' },
    ],
  },
  events: 'Next at the kiln',
  faq: 'Before you ask',
  questions: [
    {
      question: 'I have no kiln. Is it still for me?',
      answer: 'Half of us have none. Members lend shelf space, and somebody always knows who fires near you.',
    },
    {
      question: 'I have never touched clay. Where do I start?',
      answer: 'Start with Throwing from zero. A bag of clay and a bowl are enough for the first four lessons.',
    },
    { question: 'Can I leave?', answer: 'In two clicks. Your posts stay yours, and you can download everything you have written.' },
    { question: 'Who owns the recipes I post?', answer: 'You do. Say next to each one what others may do with it.' },
  ],
  end: 'There is a bag of clay with your name on it.',
  endText: 'Join and tell us what you would like to make first. Somebody has already made it badly and written down why.',
  join: 'Join Clay & Fire',
  look: 'Look around first',
}

export const about = {
  name: 'About',
  slug: 'about',
  description: 'Who Clay & Fire is: a wood kiln above Bergen, sixty potters, and what we stand for.',
  eyebrow: 'About us',
  title: 'We show what came out, even what cracked',
  text: 'Marit started Clay & Fire above Bergen, tired of finding good answers in dead forums.',
  picture: 'shelves' satisfies PictureKey as PictureKey,
  story: [
    'It began with eleven people, an anagama on a hill and a list of who stokes when. The list became letters, the letters became this place.',
    'We ask what we do not know, we answer as we would like to be answered, and we fire together twice a year. Nobody here sells you a kiln.',
  ],
  rooms: 'Where we talk',
  posts: 'Fresh from the kiln',
  letter: 'One letter a month',
}

export const start = {
  name: 'Start from zero',
  slug: 'start',
  description: 'Throwing for beginners: eleven lessons from a lump of clay to a mug with a handle.',
  eyebrow: 'For beginners',
  title: 'Your first mug will be ugly. Your tenth will not.',
  text: 'Eleven lessons with Tomás, from a lump of clay to a mug with a handle. You need a wheel for three evenings a week.',
  go: 'See what it costs',
  picture: 'wheel' satisfies PictureKey as PictureKey,
  steps: 'How it goes',
  path: [
    { title: 'Wedge and center', text: 'Two evenings, and the clay stops wandering.' },
    { title: 'Pull a cylinder', text: 'Three pulls, then you cut it in half and look at the walls.' },
    { title: 'Trim and put a handle on', text: 'A foot that fits the pot, and a handle that does not crack.' },
  ],
  button: 'See the course',
  price: 'Pay once, or in three parts',
  questions: [
    { question: 'Which wheel do I need?', answer: 'Any that turns evenly. Many of us began with one hour a week in somebody else’s studio.' },
    { question: 'What if I fall behind?', answer: 'Lessons stay open. The late starters are a group of their own, and a cheerful one.' },
  ],
}

export const footerText = 'Clay & Fire, Fjellveien 12, Bergen. Open every day, kilns permitting.'
