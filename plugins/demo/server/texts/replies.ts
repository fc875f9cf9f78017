/** Replies under comments. `{name}` is the first name of the one who is answered. */

/** By the author of the post, under a question of their own. */
export const askerReplies: string[] = [
  'Thank you, {name}, I shall try that first.',
  'I had not thought of that. It is the new bag, actually.',
  'Tested it yesterday: you were right.',
  'That would explain why only the left half is like this.',
  'Cone 6, oxidation, white stoneware. I should have said so.',
  'Picture follows when the light is better.',
  'I did, twice. But I will do it a third time, with a scale.',
  'It is in tomorrow’s load. I will post the result, good or bad.',
  'Helps a lot, thank you!',
  'Half a year, and then suddenly every time.',
  'Good point. I will mark them and keep them apart.',
  'You have saved me a Saturday.',
  'Hm. I was hoping that it would be something cheaper.',
  'I checked: it stood at 1.52. No wonder.',
  'Would you do that before the bisque or after it?',
  'I tried it, {name}, and it is better but not gone. Next step?',
]

/** By the author of the post, under something they have shown or told. */
export const makerReplies: string[] = [
  'Thank you, {name}. That means a lot from you.',
  'Light as a bird, but the foot is heavy, so it stands well.',
  'Cone 9, with a rather slow cool.',
  'Four out of ten made it. I do not talk about the others.',
  'The underside is not for public viewing.',
  'I will show the rest on Sunday.',
  'Steal away, I stole it as well.',
  'It is a liner, poured, twenty seconds.',
  'You are right about the rim. I saw it the moment it came out.',
  'I thought about that and then I got scared.',
  'Ha, yes.',
  'It has gone already, sorry! To my mother.',
  'Very slowly, under plastic, with a prayer.',
  'Glad that you like it.',
  'Next time I will make it a finger higher.',
  'It is much better in the hand than in the picture, for once.',
  'Of course, do translate it. Send me a copy?',
  'It holds for earthenware too, only a bit quicker.',
  'I do it in this order because I once did it in the other.',
]

/** By the author of an announcement, an offer or an invitation. */
export const hostReplies: string[] = [
  'You are on the list, {name}.',
  'Yes, one more always fits.',
  'Bring them along!',
  'From the station it is twenty minutes on foot, or I pick you up.',
  'Thank you, that would help a lot.',
  'We will do it again in spring, I promise.',
  'Dogs yes, if they like noise.',
  'Cake noted. No discussion.',
  'It is yours. I will send you a message.',
  'Local time. I have added it above.',
]

/** By the newcomer. */
export const newcomerReplies: string[] = [
  'Thank you, {name}! I feel at home already.',
  'How kind. I shall have a look there.',
  'Thanks! Pictures come as soon as I find the courage.',
  'That is what I was hoping to hear.',
  'Really? Then I must come and visit.',
  'Thank you all, this is a very warm welcome.',
  'I will hold you to that.',
]

/** By anybody, under anybody. */
export const asides: string[] = [
  'Agreed.',
  'This.',
  'Came here to write the same.',
  'I did that, and it works.',
  'Not in my kiln, but then my kiln is odd.',
  'Careful with that at cone 10.',
  '{name}, you should write this up as a post of its own.',
  'Now I am curious too.',
  'How did you find that out?',
  'My experience is the opposite, funny.',
  'Ten degrees more for me, but yes.',
  'That is the best advice here.',
  'I have been saying so for years.',
  'Do you have a source for it? I would like to read on.',
  'Ha, same.',
  'Good question. I asked it myself once and nobody knew.',
  'Thank you both, I learned something today.',
  'With all respect, {name}: no. But I like how you put it.',
  'I would try it on one pot first.',
  'Exactly my thought.',
  'Only if the clay is dry enough.',
  'You made me laugh out loud in the tram.',
  'I have the same one, and it has run for twelve years.',
  'Depends on the clay, as always.',
  'I will test that on Thursday and tell you.',
  'It did for me in the winter, but never in the summer.',
  'Yes please, do.',
  'You can borrow mine.',
  'That sentence should be on a wall.',
  'I was wrong about this for a decade, so take heart.',
  'Seconded.',
  'Do not tell Callum.',
  'I would add a mask to that list.',
  'Three times now. It is not a coincidence any more.',
  'My teacher said the same, in ruder words.',
]
