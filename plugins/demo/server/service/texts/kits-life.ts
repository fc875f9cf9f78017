/** Building kits for tools, glaze talk, reading and the open studio. */
import type { Kit } from './types.ts'

export const lifeKits: Kit[] = [
  {
    in: 'tools',
    kind: 'question',
    about: 'tools',
    level: 'new',
    cases: [
      {
        title: 'Which scale for glaze tests?',
        body: 'My kitchen scale jumps in steps of two grams and the recipe wants 1.5 of something expensive. Does it have to be 0.01 g, or is 0.1 enough for 100 g batches?',
      },
      {
        title: 'A second-hand wheel for 300: what do I look at?',
        body: 'Cone drive, about thirty years old, and it was standing in a barn. The seller says that it "runs like on the first day", which could mean anything.',
        cover: 'studio corner',
      },
      {
        title: 'My trimming tools are blunt after a week',
        body: 'Grogged stoneware eats them. I sharpen with a file and it lasts for two days. Is tungsten carbide really worth the price, considering that I drop things?',
      },
      {
        title: 'Bats that do not rock',
        body: 'I have wooden ones that warp and plastic ones that hum. With pins they move by a hair, which is just enough to ruin a rim. What do you put on the wheel head?',
      },
      {
        title: 'What do you do with the water?',
        body: 'I work in a flat, with a bathroom drain of the seventies. At present I carry buckets to the garden at night like a criminal.',
      },
      {
        title: 'Table wheel for a balcony?',
        body: 'I have 90 by 140 cm of balcony and no heating. It should turn three kilos without protest and not annoy the lady downstairs.',
      },
    ],
    more: ['Budget is small but I would rather buy it once.', 'I have read the test reports, and all of them seem to be written by the shops.'],
    close: ['What do you use, and what would you never buy again?', 'Thank you! You saved me from a bad purchase once before.'],
  },
  {
    in: 'tools',
    kind: 'howto',
    about: 'tools',
    level: 'maker',
    cases: [
      {
        title: 'A wedging table that does not walk',
        body: 'Two layers of paving slab on a frame of 70 mm posts, at the height of your knuckles. Plaster on top is nice until the first chip gets into the clay, so I use canvas stretched over cement board. Change it every year.',
      },
      {
        title: 'Wire cutter from a guitar string',
        body: 'The wound low E gives a fine wavy foot, the plain B cuts porcelain without a trace. Twist each end round a wooden bead, and hold the twist with a drop of glue. One set makes six cutters.',
      },
      {
        title: 'Throwing gauge from a chopstick',
        body: 'A clamp lamp arm, a chopstick and a rubber tip. Set the tip to the height and width of the first pot and throw to it without touching. The rubber means that you get a nudge and not a groove.',
        cover: 'wheel',
      },
      {
        title: 'Foam, drills and a cheap trimming chuck',
        body: 'A ring of upholstery foam under the rim, a circle of board in the middle with a hole for the thumb. It holds narrow necks that would never stand on their own. Wet the foam a little so that it does not drink from the pot.',
      },
      {
        title: 'Save your wrists: raise the wheel by eight centimetres',
        body: 'I put mine on three paving stones, moved the seat up by the same amount and lean against the wall with my back. After two weeks the pain in my right wrist was gone. Do it before it hurts.',
      },
    ],
    more: ['It cost less than a bag of clay.', 'Mine has been in use for four years and looks it.'],
    close: ['Show me yours, there is always a better idea.', 'Measurements on request.'],
  },
  {
    in: 'tools',
    kind: 'chat',
    about: 'tools',
    cases: [
      {
        title: 'The tool that you would save from a fire',
        body: 'Mine is a bit of hacksaw blade with cloth around one end. It was left behind by the person who had the studio before me. I have bought eleven expensive replacements.',
      },
      {
        title: 'Sponges: a small rant',
        body: 'Natural ones at nine euros, synthetic ones which dissolve in a month, and my best one so far came from a car wash. I have strong feelings about sponges and nobody at home will listen.',
      },
      {
        title: 'We moved the studio up two flights of stairs',
        body: 'Three wheels, 400 kg of clay, a kiln in nine pieces and one person who "will be right there to help". We have light now. We also have a rope and a pulley, and I recommend starting with those.',
        cover: 'studio corner',
      },
      {
        title: 'Radio, podcast or silence?',
        body: 'I throw to talk radio and glaze in silence, and with music my pots get taller. A friend swears that she can tell from my bowls what was on.',
      },
      {
        title: 'The sink trap, day of reckoning',
        body: 'Eighteen months. Two buckets of grey something, a needle tool, a spoon, and a ring that nobody has claimed. I am told that other people do this quarterly.',
      },
    ],
    close: ['And yours?', 'I am sure I am not the only one.'],
  },
  {
    in: 'slow-reading',
    kind: 'chat',
    about: 'reading',
    cases: [
      {
        title: 'Chapter four: feldspars and their relatives',
        body: 'I used to think of feldspar as flour. After this chapter it is more like wine. Page 88 has a table that explains why my soft white went stiff when the shop changed its supplier.',
      },
      {
        title: 'Notes on chapter three, two weeks late',
        body: 'Slow reading, slow tile. I made the blend of whiting and silica as suggested, and the eutectic is really there: one puddle in a row of dry crumbs. I laughed out loud in the kiln room.',
        cover: 'tiles',
      },
      {
        title: 'A passage on unknown craftsmen that annoyed me',
        body: 'The author praises the maker who does not sign. It is easy to admire namelessness from a desk. My grandmother was not unknown, she was simply not asked.',
      },
      {
        title: 'Has anybody read it in the original?',
        body: 'There is a word in the chapter on clay that the translation gives as "honest". It appears eleven times, and I suspect that it is not the same word each time.',
      },
      {
        title: 'The chapter on failure is the shortest',
        body: 'Four pages, after sixty on success. And yet I have underlined more in it than in all of the rest. "A crack is information that has arrived late" is now on the wall above my wheel.',
      },
      {
        title: 'An old catalogue from a flea market',
        body: 'Exhibition of 1962, forty black and white plates, the prices in pencil. Half of these pots are in museums today. Somebody paid less for them than for the frame shop’s advertisement on the back.',
        cover: 'white jar',
      },
    ],
    close: ['Who is reading along?', 'Page numbers are those of the second edition.', 'I am not in a hurry, answer when you get there.'],
  },
  {
    in: 'open-studio',
    kind: 'chat',
    about: 'clay',
    cases: [
      {
        title: 'First frost and I left the slip outside',
        body: 'Twenty litres of casting slip, frozen into something like a cake. It thaws in layers: water, sand, despair. Has anybody ever saved a bucket like that?',
      },
      {
        title: 'The cat has walked over twelve plates',
        body: 'Leather hard, each with four perfect paw prints, evenly spaced as if measured. I was about to wedge them up when my daughter offered to pay for the set.',
        cover: 'ring plate',
      },
      {
        title: 'A very quiet kiln opening',
        body: 'No disaster, no miracle, eleven good bowls. I had a cup of tea out of one of them and thought that I would like a hundred more days like this.',
        cover: 'bowls',
      },
      {
        title: 'What do you listen for?',
        body: 'I knock on everything. A good bowl rings, a cracked one coughs. Yesterday I caught myself knocking on a loaf of bread, a pumpkin and my nephew.',
      },
      {
        title: 'Power cut at 1190',
        body: 'Twenty degrees before the end. We stood in the dark and looked at the orange slit of the lid getting slowly darker, like at a sunset. It will be cone 4 and a half, I suppose.',
        cover: 'fire mouth',
      },
      {
        title: 'Things that customers have said, volume three',
        body: '"Is it meant to be like that?" "Do you also do normal ones?" And my new favourite: "I could make that," to which her husband said: "But you did not, Karen."',
      },
      {
        title: 'I threw with my eyes closed for a day',
        body: 'A visitor who lost his sight in his twenties showed me how he centres, by listening and with the outside of his little finger. I tried it all day. My walls have never been so even.',
      },
      {
        title: 'Six in the morning is the best hour',
        body: 'The house is asleep, the clay is cold, and nobody has written to me yet. I throw ten of something simple. By eight I have had a day.',
        cover: 'wheel close',
      },
    ],
    more: ['Tea is on, by the way.', 'That is all. Back to the bench.'],
    close: ['How is your week?', 'Tell me that it is not only me.'],
  },
  {
    in: 'open-studio',
    kind: 'question',
    about: 'clay',
    level: 'new',
    cases: [
      {
        title: 'Centring: push or lean?',
        body: 'One teacher tells me to push with the arm, the other to lean with the body and do nothing. With the first my shoulder hurts, with the second I fall off the stool.',
      },
      {
        title: 'How do you stop overworking it?',
        body: 'There is always one more pull, and it is always the one too many. I see the good pot go by, like a station from the train.',
      },
      {
        title: 'Left-handed at a right-handed wheel',
        body: 'Our wheels have a reverse switch but the teacher does not. Should I learn it in the common direction, or will that haunt me for ever?',
      },
      {
        title: 'Thick bottoms, thin walls, every time',
        body: 'I cut every pot in half now, and it is always the same picture: two centimetres of floor, three millimetres of wall at the top. I think that I open it too shallow because I am afraid of the bat.',
        cover: 'wheel',
      },
      { title: 'Does clay go bad?', body: 'My bag smells of swamp and has a black marbling. My flatmate wants it out. The clay throws better than ever.' },
      {
        title: 'How long until you liked your own pots?',
        body: 'I am two years in. I like making them, I like giving them away, and I cannot stand to look at them. When does that change?',
      },
    ],
    more: ['I practise about four hours a week, if that matters.', 'Yes, I have watched the videos. In the videos the clay is always soft.'],
    close: ['How did it click for you?', 'Any exercise that has helped you is welcome.'],
  },
  {
    in: 'open-studio',
    kind: 'chat',
    about: 'meet',
    cases: [
      {
        title: 'Greetings from the museum store in Faenza',
        body: 'They let us hold things. I have had a plate of 1510 in my bare hands, and on the back there is a thumb print in the glaze that was as fresh as mine from last week.',
      },
      {
        title: 'Found in a river: a sherd with a sprig of oak',
        body: 'The size of a matchbox, salt glazed, with half a leaf pressed in by somebody’s thumb. The local museum says about 1680, and that I can keep it.',
      },
      {
        title: 'A class of eight-year-olds has taught me something',
        body: 'I asked them to make a cup. Nobody asked how. Twenty-two cups in forty minutes, each could hold water, and one had a door for the tea to leave.',
      },
      {
        title: 'My old teacher came by',
        body: 'She is 88. She looked at the shelf for a long time, took down the one I had hidden at the back and said "here you stopped pretending". Then she asked for cake.',
        cover: 'upper shelf',
      },
      {
        title: 'On the train with a moon jar',
        body: 'It had its own seat. The conductor asked for its ticket, looked into the box, and was silent for a while. Then he held the door for us in Leipzig.',
        cover: 'moonjar',
      },
    ],
    close: ['I thought that some of you would like to know.', 'It made my month.'],
  },
  {
    in: 'open-studio',
    kind: 'question',
    about: 'clay',
    level: 'maker',
    cases: [
      {
        title: 'Which dark clay does not bloat at cone 6?',
        body: 'The black one I use is beautiful at 1200 and a loaf of bread at 1225. I have slowed down the bisque and gone to 1040 with the air open, which made it better but not good.',
        cover: 'dark mug',
      },
      {
        title: 'Paper clay: how much paper, and does it rot?',
        body: 'For large flat pieces I would like it, for the smell I would not. Some say 20 % pulp by volume, others 40. And does anybody throw with it, or is that a myth?',
      },
      {
        title: 'Plates lift in the middle, not at the edge',
        body: 'A hump the size of a coin under the centre after the glaze firing. I compress, I dry slowly, I leave 7 mm. The humps are on the ones from the middle of the shelf stack.',
        cover: 'teal plate',
      },
      {
        title: 'Terra sigillata peels like sunburn',
        body: 'Ball clay sig, two coats brushed on bone dry, polished with a plastic bag. On the curve it is perfect, on the flat shoulder it comes away in flakes after the bisque.',
      },
      {
        title: 'Handles crack at the upper join, in winter only',
        body: 'Same clay, same hands, same slip. From April to October nothing happens. The studio is heated from nine to five and then it is cold, so maybe that is an answer in itself.',
        cover: 'mugs',
      },
      {
        title: 'Grog that does not eat my fingers',
        body: 'I throw three hours a day and by Thursday I can unlock my telephone with nobody’s thumb. Is there something which gives tooth to large pots and is round?',
      },
    ],
    more: [
      'I can change one thing a week before the orders are due, so it should be the right one.',
      'Three of us have the same problem, which rules out my personality.',
    ],
    close: ['What would you change first?', 'If you have solved it, please write how, even if it was silly.'],
  },
  {
    in: 'tools',
    kind: 'show',
    about: 'tools',
    cases: [
      {
        title: 'The new studio: nine square metres and a window',
        body: 'A wheel, a shelf, a sink with a settling bucket and exactly one place to stand. If I open the kiln I have to leave the room. I have never been so happy.',
        cover: 'studio corner',
      },
      {
        title: 'Shelves on wheels, at last',
        body: 'Bakers’ trolleys, bought from a bankrupt bakery at 20 each. The boards are the right length, they roll to the kiln, and all the pots smell a tiny bit of cinnamon.',
        cover: 'shelves',
      },
      {
        title: 'My grandfather’s lathe now trims feet',
        body: 'It turned chair legs for fifty years. With a foam chuck and a pedal it holds a bowl as if it were an egg. The slowest speed is still a little bit exciting.',
      },
      {
        title: 'Forty ribs, all from one fallen pear tree',
        body: 'Cut green, split, dried for two years under my bed and shaped over one winter. They are all spoken for, except the one with the knot, which is mine.',
      },
      {
        title: 'A wall of glaze buckets that nobody has to lift',
        body: 'Each stands on a board with castors and a rope handle, under a bench at knee height. My back has written me a thank-you letter.',
      },
    ],
    more: ['It has taken two weekends and a cousin.'],
    close: ['Happy to send the measurements.', 'Next: somewhere to put the tea.'],
  },
  {
    in: 'glaze-lab',
    kind: 'chat',
    about: 'glaze',
    cases: [
      {
        title: 'The hill changed owner and so did our white',
        body: 'The limestone came from one quarry for ninety years. The new one is purer, which sounds good and is not: we have lost a trace of iron and magnesia that nobody had ever written down.',
        cover: 'jar from above',
      },
      {
        title: 'Glaze names: the good, the bad, the unprintable',
        body: 'We have "Tuesday", "Not Again", "Grandmother’s Sofa" and a bucket which is just called "No". People keep on dipping into No.',
      },
      {
        title: 'Somebody has topped up the wrong bucket',
        body: 'Five litres of celadon and two of something with zircon. It was dark, I was tired, the lids are alike. The result is a soft grey with a sheen that I would never have dared to design.',
        cover: 'stacked bowls',
      },
      {
        title: 'The smell of a new bag of frit',
        body: 'There is none, I know. And yet I open it, put my nose over it (with a mask on) and am happy. Are there others?',
      },
      {
        title: 'I dreamed of a recipe',
        body: 'Thirty-four, twenty-two, eighteen, and a voice that said "the rest is ash". I got up at four and mixed 100 g of it. It is a completely normal brown.',
      },
      {
        title: 'A year without cobalt',
        body: 'I set myself the task in January. Blue came from iron, from rutile, and from the light. In December I opened the jar again, took a quarter of a percent, and it was like shouting.',
        cover: 'celadon',
      },
    ],
    close: ['Thank you for listening.', 'Carry on with the chemistry.'],
  },
]
