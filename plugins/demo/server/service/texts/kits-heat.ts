/** Building kits for the glaze lab and kiln talk. */
import type { Kit } from './types.ts'

export const heatKits: Kit[] = [
  {
    in: 'glaze-lab',
    kind: 'question',
    about: 'glaze',
    level: 'new',
    cases: [
      {
        title: 'Pinholes only on the outside',
        body: 'White matte at cone 6 over a speckled stoneware, bisque at 980. The inside is perfect and the outside looks as if it had been pricked with a needle. I dip both, the outside for about three seconds.',
        cover: 'white jar',
      },
      {
        title: 'My clear glaze is cloudy over blue',
        body: 'Underglaze in cobalt, a clear from a bag on top. On white areas it is like water, on the blue it goes milky, and only where I brushed on a third coat.',
        cover: 'plates',
      },
      {
        title: 'Glaze flakes off before it even gets to the kiln',
        body: 'It dries with fine cracks and comes off the rim in scales when I touch it. The recipe has 25 percent ball clay. It was fine in summer and the bucket is now three months old.',
      },
      {
        title: 'Runny at the foot, dry at the rim',
        body: 'The same pot and the same dip. At the foot there is a thick roll with bubbles and at the rim I can feel the clay through it. I do stir. Do I stir enough?',
      },
      {
        title: 'Why is my red brown?',
        body: 'It says "iron red, cone 6" and the picture on the internet is a tomato. Mine is the colour of wet cardboard. My kiln switches off and cools from 1220 to 900 in about two hours.',
        cover: 'small bowl',
      },
      {
        title: 'The bucket turned to jelly overnight',
        body: 'I mixed five litres with nepheline syenite and a bit of soda ash, it was lovely, and this morning a spoon stands up in it. More water makes it thin and then it will not cover.',
      },
      {
        title: 'Can I put this inside a mug? It has manganese',
        body: 'Two percent manganese dioxide in a stable glossy brown. Some say never, others say that once it is melted it is locked in. I have no laboratory, I have lemons.',
      },
    ],
    more: [
      'I have attached no recipe because it is not mine to share, but I can send the analysis.',
      'I have looked at the older threads and found three explanations that exclude each other.',
      'The kiln is electric, the cone on the middle shelf was where it should be.',
    ],
    close: ['Where would you start looking?', 'What is the one thing that you would test first?', 'Thank you for any hint, even a small one.'],
  },
  {
    in: 'glaze-lab',
    kind: 'question',
    about: 'glaze',
    level: 'maker',
    topic: 'glaze fit',
    cases: [
      {
        title: 'Shivering on a rim, four weeks after the firing',
        body: 'A customer sent me a photograph of a sliver the size of a fingernail. Same glaze as always, new clay with more silica in it. I have stopped selling the batch.',
      },
      {
        title: 'Delayed crazing after three months in a cupboard',
        body: 'Nothing after the firing, nothing after boiling water. Now I unpack a box of bowls and they sing. Cone 6, a clear with a lot of sodium, and the body has 2 % absorption.',
        cover: 'bowls',
      },
      {
        title: 'How do you measure fit without a dilatometer?',
        body: 'I do freezer and boiling water, ten cycles, and I glaze a thin strip on one side to see which way it bends. Is there anything better for someone without an institute?',
      },
      {
        title: 'Two clays, one liner, which one wins?',
        body: 'I want a single clear for a white and a red body. It crazes on the white and is perfect on the red. Should I go down with the sodium until it fits the white, and what will the red do then?',
        cover: 'mugs',
      },
      {
        title: 'Strontium for barium: straight swap or not?',
        body: 'An old satin matte of mine has 12 % barium carbonate and I want it out of the studio. Three sources give three factors. What has worked for you at cone 9?',
      },
      {
        title: 'Does anybody still trust cristobalite explanations?',
        body: 'Each time a pot of mine dunts somebody says cristobalite. The body is fired to cone 10 in six hours with hardly any time above 1200. It does not seem long enough to grow much of anything.',
      },
    ],
    more: [
      'I have a kiln log and five shards to look at, if that is of any help.',
      'Calculated expansion says that it should be fine, which I know is not the same as fine.',
    ],
    close: ['I would rather understand it than fix it by accident.', 'Figures welcome, the longer the better.'],
  },
  {
    in: 'glaze-lab',
    kind: 'show',
    about: 'glaze',
    cases: [
      {
        title: 'Iron from 1 to 12 percent on one clay',
        body: 'Twelve tiles, one base. Celadon up to two, honey at four, a sudden black at eight and from ten onwards it crystallises to rust. The jump between seven and eight is the interesting one.',
        cover: 'iron tiles',
      },
      {
        title: 'Rutile did what I asked it to, just once',
        body: 'Four percent over a dark slip gave a blue with white streams like rain on a window. The second firing was yellow. I have learned that the cooling was thirty minutes faster.',
        cover: 'teal tiles',
      },
      {
        title: 'Three tin whites against three zircon whites',
        body: 'Tin is softer and costs five times as much. On a red body at 1060 I can tell them apart from across the room; on a white body at cone 6 nobody in the studio could.',
      },
      {
        title: 'Wollastonite instead of whiting',
        body: 'Same chemistry on paper, with the silica taken back. The pinholes are gone, and the melt looks half a cone further along. The tile on the right is the new one.',
        cover: 'tiles',
      },
      {
        title: 'Chrome-tin pink and the pot next to it',
        body: 'I was so pleased with the green on the upper shelf. The white pots on the same shelf are now pink on one side, all of them facing the green one like sunflowers.',
        cover: 'market',
      },
      {
        title: 'A blend of two reclaim glazes, surprisingly good',
        body: 'Everything from the sink trap of the last half year, sieved, dried and tested. On its own it is swamp. With 40 % of a clear it becomes a deep grey-green that half of the studio now wants.',
      },
      {
        title: 'Six ways of applying one glaze',
        body: 'Dip, double dip, pour, spray, brush and sponge. Same bucket, same tile, same firing. It could pass for six recipes. The sponge won, to the disappointment of all who own a spray booth.',
        cover: 'shelves',
      },
    ],
    more: [
      'All of them were fired together at cone 6 with a drop and hold at 1130.',
      'Numbers on the back, in oxide, and a list on the wall in case I die.',
      'Thin half on the left, thick half on the right.',
    ],
    close: ['I shall go on with the two in the middle.', 'Happy to post tiles to anybody who wants to check them.'],
  },
  {
    in: 'glaze-lab',
    kind: 'howto',
    about: 'glaze',
    level: 'maker',
    cases: [
      {
        title: 'Rescue a settled bucket in five minutes',
        body: 'Pour the clear water off into a jug. Loosen the cake with a stiff spatula and not with the drill. Give back half of the water, mix, sieve, then add a teaspoon of Epsom salt dissolved in hot water to five litres. Give back water until it is right, and mark the level on the bucket.',
      },
      {
        title: 'Wax with a little alumina for lids',
        body: 'One spoon of alumina hydrate to a cup of wax emulsion, shaken each time before use. Brush it on both surfaces. The wax burns, the alumina stays behind as a dust that does not melt, and the lid lets go with a tap.',
      },
      {
        title: 'Cleaner lines: latex, tape and patience',
        body: 'Tape only sticks to bisque that has been wiped and dried. Press the edge with a fingernail. Dip, wait until the shine has just gone and pull the tape back over itself, low and slow. Latex is better on curves, but thin it with a little ammonia water or it strings.',
      },
      {
        title: 'Label buckets so that your replacement understands them',
        body: 'On the lid **and** on the side: name, cone, date of mixing, specific gravity, clay it was tested on, and whether it may touch food. Use paint pen on tape. I once inherited thirty buckets called "nice blue".',
      },
      {
        title: 'Test for acid resistance with a lemon and a week',
        body: 'Cut a slice, lay it on the glaze, cover with cling film, and leave it for three days at room temperature. Wash, dry, and compare with the rest under a lamp. Any change of colour or gloss means no. No change means that you may now think about a laboratory, not that it is safe.',
      },
      {
        title: 'Cheap spray booth from a bathtub panel',
        body: 'A corner of acrylic panel, a furnace filter, an extractor fan meant for kitchens and a turntable. It must blow *outside*. I spray at 2 bar, from 30 cm, a quarter turn each pass, and I wear a mask all the same.',
      },
    ],
    more: [
      'It seems like a lot the first time. After a month the hands do it by themselves.',
      'Learned from a friend, who learned it from somebody who broke a great many pots.',
    ],
    close: ['Corrections are welcome, I would rather be right than first.', 'If you know a quicker way, please put it underneath.'],
  },
  {
    in: 'kiln-talk',
    kind: 'question',
    about: 'kiln',
    level: 'new',
    topic: 'first firings',
    cases: [
      {
        title: 'How full is too full for a bisque?',
        body: 'I stack bowls inside bowls and cups rim to rim. It looks like a game that somebody will lose. Is there a rule for the weight at the bottom of a stack?',
      },
      {
        title: 'Small kiln in a flat: what about fumes?',
        body: 'It is 28 litres and would stand in a room with one window. I have read anything from "open the window" to "you are going to die". What do you really do at home?',
      },
      {
        title: 'Is a kitchen sitter enough or do I need a controller?',
        body: 'I can get a manual kiln with a kiln sitter for a third of the price. I am at home all day anyway. How much of my evening does turning knobs really take?',
      },
      {
        title: 'Kiln wash: how thick, how often?',
        body: 'My shelves look like a relief map. I scrape, wash, scrape again, and some of it still falls on the pots below. Should I coat only the upper side?',
      },
      {
        title: 'Pots stuck together in the bisque?',
        body: 'Two cups which I had stacked came out as one. There was no glaze near them. Bisque was 1040 and they are a red earthenware. I did not know that could happen.',
      },
      {
        title: 'When may I open it? Honest answers only',
        body: 'The book says under 60 degrees. My neighbour opens at 200 and lives. Where is the line between impatience and broken glaze?',
      },
      {
        title: 'Why is the bottom of my kiln always a cone colder?',
        body: 'Top loader, three zones, one thermocouple in the middle. Cone 6 at the top, a lazy 5 at the bottom. I leave a bigger gap at the lowest shelf as one is told to.',
      },
    ],
    more: ['I have read the manual twice, and it is mostly about not licking the elements.', 'It is second hand, so there is nobody to ask.'],
    close: ['Thanks in advance from a nervous beginner.', 'I will report back with pictures, whichever way it goes.', 'What did you do in your first year?'],
  },
  {
    in: 'kiln-talk',
    kind: 'question',
    about: 'kiln',
    level: 'maker',
    cases: [
      {
        title: 'Shelves: cordierite until they bend, or silicon carbide at last?',
        body: 'Mine are nine years old and all of them smile. Advancer shelves would take a third of the weight off my back and two months of income off my account. Who has made the jump?',
      },
      {
        title: 'Reduction in an updraught without eating the whole bottle',
        body: '120 litres, two burners, cone 9 in nine hours. I use 14 kg of propane, and I believe that a good third of it is burning above the chimney.',
        cover: 'fire mouth',
      },
      {
        title: 'Thermocouple type S or K for cone 10?',
        body: 'The K drifts by fifteen degrees after a year. The S costs five times as much. Over three years it may even be the same price, if I stop dropping things on it.',
      },
      {
        title: 'Patching soft brick: coat it or replace it?',
        body: 'A groove has broken out and the element hangs down like a tongue. I can cut in a new piece with pins and mortar or change the brick, which means taking half of the wall apart.',
      },
      {
        title: 'How do you fire raku in a dry summer?',
        body: 'Our fire brigade says no sawdust outdoors from June on. I have tried a closed bin with damp newspaper, which smokes well but gives grey instead of black.',
        cover: 'raku crackle',
      },
      {
        title: 'Soda or salt for a beginner with close neighbours?',
        body: 'Forty metres to the next house. Salt gives me the surface that I want, and a white cloud. Soda sprayed as a solution is said to be quieter. Is the surface any good?',
      },
    ],
    more: [
      'I have asked the manufacturer, who recommends to buy a new kiln.',
      'There are good arguments on both sides in the archive, so I am asking for experience rather than opinion.',
    ],
    close: ['What would you do with your own money?', 'If you changed your mind at some point, I would like to know why.'],
  },
  {
    in: 'kiln-talk',
    kind: 'show',
    about: 'kiln',
    cases: [
      {
        title: 'Opened this morning: ninety pots, three tears',
        body: 'The top shelf is a little over, the bottom a little under, and the middle is just as I had seen it in my head. The tears were of three different kinds.',
        cover: 'shelves',
      },
      {
        title: 'A new arch, built around a bent sheet of plywood',
        body: 'Sixty-one bricks, cut on Friday, laid on Saturday, and on Sunday we pulled the form out. Nobody breathed. It came down by two millimetres and stayed there.',
      },
      {
        title: 'The kiln shed has a roof before winter',
        body: 'Larch posts, corrugated iron, and a chimney collar that Callum drew on the back of a receipt. I have fired under an umbrella for two years.',
      },
      {
        title: 'Barrel kiln number two, now with an actual flue',
        body: 'The first one burned from the bottom and smoked out the street. This one has a grate, a side inlet with a slide and a flue of 120 mm. 990 degrees in four hours with one bag of charcoal.',
        cover: 'fire mouth',
      },
      {
        title: 'The firing curve that I have framed',
        body: 'It is a completely straight line from 600 to 1200, because for once I did not touch anything. The pots are average. The curve is perfect.',
      },
      {
        title: 'New elements: cone 6 in six hours and ten minutes',
        body: 'Before it took nine and a half. I feel like someone who has put on glasses. I had got used to the kiln being tired, as one does with oneself.',
      },
    ],
    more: ['Thanks to everybody who told me to check the damper again.', 'Nothing is glued to a shelf. I shall say that once more: nothing.'],
    close: ['Pictures of single pots will follow in Show and tell.', 'Now I am going to sleep for a day.'],
  },
  {
    in: 'kiln-talk',
    kind: 'howto',
    about: 'kiln',
    level: 'master',
    cases: [
      {
        title: 'A slow cool for a kiln without a controller',
        body: 'Wait until the cone drops, switch off, and let it fall to a dull orange, about 1040. Then put one switch on low for an hour, off for half an hour, on again. Three rounds bring you to around 850 with a surface that you did not have before.\n\n```\ncone down     off, 25 min\n1040 °C       one element low, 60 min\n              off, 30 min\nrepeat twice, then leave it alone\n```',
      },
      {
        title: 'Drop and hold against pinholes',
        body: 'At cone 6, go down as fast as the kiln can to about 60 degrees under the peak and hold. The glaze is stiffer, but the bubbles have stopped coming, so what is open can still heal.\n\n```\n150 °C/h   to  1100 °C\n 80 °C/h   to  1215 °C   hold 10 min\nfull drop  to  1150 °C   hold 30 min\n 80 °C/h   to   900 °C\n```',
      },
      {
        title: 'Packing a gas kiln so that it fires evenly',
        body: 'Bag walls a brick higher than you think. Tall pots at the back, where the flame turns. Never close the gap between shelf and wall below two fingers. Put the same cones front and back and write down which fell first. After three firings you will move half a shelf and it will be even.',
      },
      {
        title: 'Cones: set them so that they tell the truth',
        body: 'Eight degrees of lean, the flat side facing you, all in the same direction. Two centimetres away from any pot and never in front of a burner. Guide, target, guard. If the guard has bent your glaze will tell you anyway, but the cone tells you why.',
      },
      {
        title: 'What a candling night really does',
        body: 'It is not drying, it is waiting. At 80 degrees the water in the wall can reach the surface faster than it boils. Prop the lid by a finger, all bungs out, and hold a cold mirror above the hole in the morning. If it mists over, wait.',
      },
    ],
    more: ['Every kiln is different. Take it as a start and write down what you change.'],
    close: ['Questions underneath, please, so that all can read the answers.', 'I would be curious how it behaves in your kiln.'],
  },
]
