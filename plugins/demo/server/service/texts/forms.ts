/** The form of the studio's letter, and who has sent it. */
export const newsletter = {
  name: 'Studio news',
  intro: 'One letter a month: what comes out of the kiln, open studio days, and places in courses before they are announced.',
  clays: ['Stoneware', 'Porcelain', 'Earthenware', 'Still looking'],
  wishes: ['Courses', 'Open studio', 'Wood firings', 'Seconds sale'],
  consent: 'I want to receive the studio’s letter. I can unsubscribe at any time.',
  thanks: 'See you in the next letter',
  thanksText: 'It goes out on the first Sunday of the month.',
}

/** Name, town, clay, wishes, a few words, and days ago. Most of them have heard of the studio before. */
export const submissions: readonly (readonly [name: string, town: string, clay: string, wishes: string[], words: string, age: number])[] = [
  ['Anneke Visser', 'Delft', 'Earthenware', ['Courses', 'Seconds sale'], 'Is there a weekend course in majolica this winter?', 41],
  ['Carmen Ortega', 'Talavera', 'Earthenware', ['Open studio'], '', 38],
  ['Dilys Pugh', 'Machynlleth', 'Stoneware', ['Wood firings'], 'I can bring two barrows of ash.', 33],
  ['Greta Lindqvist', 'Gustavsberg', 'Porcelain', ['Courses'], '', 29],
  ['Hamish Baird', 'Crail', 'Stoneware', ['Seconds sale'], 'My sister gave me one of your mugs. I need five more.', 24],
  ['Joana Pires', 'Caldas da Rainha', 'Earthenware', ['Courses', 'Open studio'], '', 20],
  ['Kaito Mori', 'Mashiko', 'Stoneware', ['Wood firings', 'Open studio'], 'I am in Europe in May and would love to help at a firing.', 17],
  ['Lotte Jansen', 'Tegelen', 'Still looking', ['Courses'], 'Complete beginner. Which evening is best?', 13],
  ['Nadia Petrova', 'Gzhel', 'Porcelain', ['Seconds sale'], '', 9],
  ['Sigrid Aas', 'Porsgrunn', 'Porcelain', ['Courses', 'Wood firings'], '', 6],
  ['Vera Kolar', 'Kostelec', 'Stoneware', ['Open studio', 'Seconds sale'], 'Can I come with a class of fifteen?', 3],
  ['Chiara Greco', 'Grottaglie', 'Earthenware', ['Courses'], '', 1],
]
