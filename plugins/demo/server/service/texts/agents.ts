/** The studio's agent: who it is, what it was told, and the questions by which it is judged. */
import type { SpaceKey } from './types.ts'

export const helper = {
  name: 'Kiln helper',
  headline: 'Knows what this studio has written about clay, glazes and kilns',
  greeting: 'Ask me about glazes, kilns, or how things are done here. I say where each answer comes from.',
  starters: ['How do I get started here?', 'What are the community rules?', 'Why did my celadon go grey at cone 10?'],
  instructions:
    'You are a potter who has fired for thirty years. Answer in at most five sentences. Numbers only from a source; temperatures in Celsius, with the cone. Where a question touches health, gas or electricity, say first what is dangerous.',
  words: ['refund', 'invoice', 'burned my hand'],
}

export const snippets = [
  {
    title: 'Opening hours of the studios',
    body: 'Bergen is open from Tuesday to Saturday, 10:00 to 21:00, and on Sunday until 17:00. Cork and Stroud open at 9:00 and close at 20:00, and are closed on Mondays. Porto opens when Tomás is there; call before you come. Outside these hours members get in by the code of the month, which is in the welcome letter.',
  },
  {
    title: 'What a shelf in the kiln costs',
    body: 'A full shelf of 45 by 45 cm costs 14 euros in a bisque firing and 22 euros in a glaze firing, in every studio. Half a shelf is half of that. Test tiles ride along for free where there is room between the posts.',
  },
  {
    title: 'When something breaks in the studio',
    body: 'Tell whoever is on duty the same day, and write it on the board beside the door. Nobody pays for a broken tool that was used as it is meant to be. Kiln shelves that have glaze on them are ground by whoever’s glaze it was.',
  },
]

interface Judged {
  question: string
  /** Title of the post that answers it; or words of a snippet. Neither: nobody has written it. */
  post?: string
  words?: string[]
}
export const questions: Judged[] = [
  { question: 'Why did my celadon go grey at cone 10?', post: 'Why my celadon went grey at cone 10' },
  { question: 'How do I wash seaweed ash for a glaze?', post: 'Washing seaweed ash, or why my first bucket fizzed' },
  { question: 'How much cobalt and copper gives a teal?', post: 'Forty-two tiles later I own a teal' },
  { question: 'How do I measure specific gravity with a syringe?', post: 'Measuring specific gravity without buying anything' },
  { question: 'How do I make a line blend with nothing but cups?', post: 'A line blend in one evening, with nothing but cups' },
  { question: 'What does the spring check of a kiln include?', post: 'The spring check: an hour that saves you a kiln' },
  { question: 'Which bisque schedule suits thick, damp work?', post: 'A bisque schedule for thick, damp, enthusiastic work' },
  { question: 'The cones say 5 but the controller says 6. Which one is right?', post: 'Cones say 5, controller says 6. Whom do I believe?' },
  { question: 'What should I look at before I plug in a second-hand kiln?', post: 'Before you plug in that second-hand kiln' },
  { question: 'On which days do Bergen and Cork fire in December?', post: 'Winter rota for the shared kilns' },
  { question: 'Which fibre blanket is safe to buy?', post: 'Please read this before you buy fibre blanket' },
  { question: 'How often does the slow reading group read a chapter?', post: 'Slow reading starts again, with one chapter a fortnight' },
  { question: 'What stands in the firing log template?', post: 'The firing log template is finished' },
  { question: 'What is the rule of the glaze exchange?', post: 'The glaze exchange opens on Friday' },
  { question: 'How many wood firings and plaster days are there in the coming year?', post: 'Dates for the coming year' },
  { question: 'How much forge scale makes a tenmoku break to rust?', post: 'Forge scale in tenmoku, eight percent' },
  { question: 'How were the two halves of the moon jar joined?', post: 'Moon jar, third attempt, and the seam stayed' },
  { question: 'What would you bring to a first craft fair?', post: 'What I would tell myself before the first craft fair' },
  { question: 'When does the studio in Bergen open on Sunday?', words: ['until 17:00'] },
  { question: 'What does a full shelf cost in a glaze firing?', words: ['22 euros'] },
  { question: 'Who won the football cup in Brazil?' },
  { question: 'Can I pay my taxes with bitcoin?' },
  // what newcomers ask, under other names than it is written
  { question: 'How do I get started here?', post: 'Read this first: what this place is for' },
  { question: 'I’m new here, where do I start?', post: 'Read this first: what this place is for' },
  { question: 'What are the community rules?', post: 'Read this first: what this place is for' },
  { question: 'Is there a code of conduct?', post: 'Two new guidelines, both short' },
  { question: 'What are the studio rules?', post: 'Sharing a studio: the seven rules on our wall' },
  { question: 'Where can I ask a question?', post: 'How to ask so that you get an answer today' },
  { question: 'Can I sell my work here?', post: 'A small change: selling has its own room now' },
  { question: 'Is clay dust dangerous?', post: 'Dust: the short version, from a nurse' },
  { question: 'What happens if I break something?', words: ['the same day'] },
  // what is looked up rather than read
  { question: 'Where can I find events?', words: ['Upcoming events'] },
  { question: 'When is the next event?', words: ['Upcoming events'] },
  { question: 'When is the anagama night shift?', words: ['Anagama night shift'] },
  { question: 'What courses are there?', words: ['Glaze chemistry', 'Throwing from zero'] },
  { question: 'How much does the Glaze chemistry course cost?', words: ['Glaze chemistry'] },
  { question: 'Where do I introduce myself?', words: ['Introductions'] },
  { question: 'Where can I swap glazes?', words: ['Swap shelf'] },
  { question: 'Quando é o próximo evento?', words: ['Upcoming events'] },
  // nobody has written it, though its words stand here and there
  { question: 'Who can see my private messages?' },
  { question: 'How do I introduce myself?' },
  { question: 'How much does it cost?' },
  { question: 'How do I post a picture?' },
  { question: 'How do I contact an admin?' },
  { question: 'How do I change my password?' },
  { question: 'Can I bring my kids?' },
  { question: 'Thanks for the help!' },
  // nothing but words that stand everywhere
  { question: 'When is the next firing?' },
  // says in other words what a post answers: without a model nothing is found, and that is said
  { question: 'My pot turned ashen instead of jade' },
]

/** Asked by members since the agent is there, with what they thought of the answers. */
export const asked: { by: string; question: string; rating?: 1 | -1 }[] = [
  { by: 'lukas', question: 'Cones say 5, controller says 6. What do I do?', rating: 1 },
  { by: 'sana', question: 'How do I measure specific gravity?', rating: 1 },
  { by: 'jonas', question: 'What does a shelf cost in a glaze firing?', rating: 1 },
  { by: 'wren', question: 'When are the wood firings of the coming year?' },
  { by: 'amara', question: 'Is there a bisque schedule for thick work?', rating: 1 },
  { by: 'kenji', question: 'Why does celadon go grey?', rating: -1 },
  { by: 'joel', question: 'Does anybody rent out an extruder?' },
  { by: 'daniel', question: 'Can I bring my class to Stroud?' },
]

/** Spaces in which it answers whoever calls it by its name. */
export const speaksIn: SpaceKey[] = ['glaze-lab', 'kiln-talk', 'tools']
/** Asked of it below these posts. */
export const called: { by: string; under: string; question: string }[] = [
  { by: 'wren', under: 'A line blend in one evening, with nothing but cups', question: 'how do I measure specific gravity with a syringe?' },
  { by: 'joel', under: 'Before you plug in that second-hand kiln', question: 'which fibre blanket is safe to buy for the lid?' },
]
