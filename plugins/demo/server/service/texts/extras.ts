/** What some posts have besides words: pictures in a gallery, a poll, a second version. By the titles of the posts. */
import type { PictureKey } from '../pictures.ts'

export const galleries: Record<string, [picture: PictureKey, caption: string][]> = {
  'Nesting bowls for a kitchen that has no room': [
    ['bowls', 'All four of them, nested'],
    ['small bowl', 'The smallest holds one egg'],
    ['shelves', 'Where they live now'],
  ],
  'Five glazes, one clay, one afternoon': [
    ['tiles', 'The whole board'],
    ['teal tiles', 'Teal over rust'],
    ['iron tiles', 'Iron, 0.2 to 1.6 percent'],
    ['celadon rim', 'The second pour, breaking at the rim'],
    ['raku crackle', 'What the last one did when I opened the door early'],
    ['ring plate', ''],
  ],
  'Unloading day: what six of us took out of the salt kiln': [
    ['fire mouth', 'Half past five'],
    ['blue jug', 'Salt did this, not I'],
    ['white jar', ''],
    ['dark mug', 'From the coldest corner'],
  ],
}

export interface PlannedPoll {
  question: string
  /** Each with the part of the voters that it gets. */
  answers: [words: string, share: number][]
  multiple?: true
  anonymous?: true
  /** How many vote. */
  voters: number
}
export const polls: Record<string, PlannedPoll> = {
  'Which kiln would you buy for a shared studio of nine?': {
    question: 'Which one?',
    answers: [
      ['Front loader, electric, 200 l', 0.44],
      ['Top loader, electric, 2 × 100 l', 0.34],
      ['Gas, second hand', 0.16],
      ['None: go on renting', 0.06],
    ],
    voters: 31,
  },
  'What is on your bench this morning?': {
    question: 'And what is it made of?',
    answers: [
      ['Stoneware', 0.6],
      ['Porcelain', 0.3],
      ['Earthenware', 0.25],
      ['Something I dug up myself', 0.15],
    ],
    multiple: true,
    voters: 27,
  },
  'Confess your worst habit at the wheel': {
    question: 'How often do you clean your splash pan?',
    answers: [
      ['After every session', 0.2],
      ['When it overflows', 0.62],
      ['There is a splash pan?', 0.18],
    ],
    anonymous: true,
    voters: 38,
  },
}

/** What was added later, and how many hours after the post. */
export const edits: Record<string, { added: string; after: number }> = {
  'Pricing a mug: the honest spreadsheet': { added: 'Edited to add: packing was missing from the first version. Thank you, Thandi.', after: 5 },
  'Writing recipes so that others can use them': { added: 'PS: and please write down the cone, not the colour of the fire.', after: 26 },
  'How to ask so that you get an answer today': { added: 'Now with a fourth rule, since you asked: say what you have tried.', after: 3 },
}
