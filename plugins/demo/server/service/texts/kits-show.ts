/** Building kits for show and tell: a case each, with further words that suit all of its kit. */
import type { Kit } from './types.ts'

const show = { in: 'show-and-tell', kind: 'show' } as const

export const showKits: Kit[] = [
  {
    ...show,
    about: 'clay',
    topic: 'tableware',
    level: 'maker',
    cases: [
      {
        title: 'Twelve breakfast bowls, and I only like seven',
        body: 'Half a kilo each, thrown off the hump, cone 6. The seven good ones have a rim that turns in a little. The others were made after lunch.',
        cover: 'small bowl',
      },
      {
        title: 'Espresso cups without handles, finally comfortable',
        body: 'I gave up on handles and put a waist in instead. 70 ml, and the wall doubles in thickness just where the fingers go. You can hold it with coffee at 80 degrees and nobody screams.',
      },
      {
        title: 'A butter dish that fits the butter',
        body: 'Every country has another size of butter, which I had to find out by post. This is the 250 g German block, with eight percent shrinkage and a centimetre for fingers.',
      },
      {
        title: 'Pasta plates with a wide, lazy rim',
        body: 'Twenty-six centimetres, 1.4 kg of clay each, and a rim that is broader than looks right on the wheel. On the table it looks right. They were dried upside down on foam from the second day.',
        cover: 'teal plate',
      },
      {
        title: 'Tumblers for people with small hands',
        body: 'My sister has complained for years. I measured her grip with a ring of wire and threw to that: 64 mm at the waist. She has put the old ones in the garage.',
      },
      {
        title: 'Six dinner plates for my parents’ fiftieth',
        body: 'Plain white, a thin blue line, no signature on the front. My father turned one over, found the date of their wedding in the foot ring and had to look at the garden for a while.',
        cover: 'ring plate',
      },
      {
        title: 'Soup bowls with ears',
        body: 'Two small lugs instead of one large handle. They go into the oven, they stack if you turn each by a quarter, and children can carry them. I would like the lugs a little lower next time.',
      },
    ],
    more: [
      'The foot is left bare and sanded with a diamond pad until it no longer writes on the table.',
      'I weighed each one after trimming. The lightest and the heaviest are 22 g apart, which for me is a record.',
      'They have been through the dishwasher twenty times now and look as they did on the first day.',
    ],
    close: [
      'What would you change?',
      'Tell me about the rims, please. I have looked at them for too long.',
      'Next batch on Tuesday, so criticism now is useful.',
    ],
  },
  {
    ...show,
    about: 'kiln',
    topic: 'wood-fired',
    cases: [
      {
        title: 'Front row of the anagama: ash on the shoulder',
        body: 'It stood thirty centimetres from the embers for two nights. The shoulder has a green run that stops just above the foot, as if somebody had asked it to.',
        cover: 'white jar',
      },
      {
        title: 'Flash marks from a scallop shell',
        body: 'I set the bottle on its side on three shells filled with wadding. They left three pale fans on the belly and a smell of low tide in the whole shelter.',
      },
      {
        title: 'A tea bowl from the coolest corner of the kiln',
        body: 'Nobody wanted that spot, it hardly reaches cone 8. My bowl came out dry and pink like the inside of a hand. I have been drinking from it since Sunday.',
      },
      {
        title: 'Two jars, same clay, one metre apart',
        body: 'One stood by the firebox, one behind the third shelf. You would not believe they are cousins: the first is bottle green and rough, the second is a plain warm brown without any ash.',
        cover: 'lower shelf',
      },
      {
        title: 'Salt-glazed jug with a proper orange peel',
        body: 'Twelve throws of damp salt from cone 8 onwards, half a kilo each, wrapped in newspaper. The handle caught more than the belly because it faced the port.',
        cover: 'blue jug',
      },
    ],
    more: [
      'I packed it myself, which means that there is nobody else to thank or to blame.',
      'The wadding came off with one tap. That alone makes it a good firing.',
    ],
    close: ['I would not know how to repeat it, and I think that is why I like it.', 'More pictures when the rest is cleaned.'],
  },
  {
    ...show,
    about: 'clay',
    topic: 'porcelain',
    level: 'maker',
    cases: [
      {
        title: 'Porcelain that lets the light through, at last',
        body: 'Three millimetres at the wheel, shaved to under two when dry, cone 10. Hold it against the window and you can see your fingers. I broke five to get two.',
        cover: 'moonjar',
      },
      {
        title: 'Slip-cast beakers from a paper cup',
        body: 'I took a mould from a crushed paper cup because I liked the dents. Cast for four minutes, which gives 2.5 mm. People pick it up carefully until they hear that it is not paper.',
      },
      {
        title: 'Small porcelain boxes, lids that click',
        body: 'I throw them as a closed form, let them get leather hard, then cut the lid free with a needle and add a flange on the inside. They are dried and fired as a pair. Two out of eight click.',
      },
      {
        title: 'A spoon rest that warped into something better',
        body: 'It was flat when it went in. At cone 10 the two ends rose by a centimetre each and now it rocks like a boat. My customer wants six, so now I have to learn how to make mistakes.',
      },
      {
        title: 'White bottle, nothing else',
        body: 'Eighteen centimetres, a narrow neck, clear glaze over bare white. I kept wanting to put something on it and every time I went and made tea instead.',
        cover: 'jar from above',
      },
      {
        title: 'Bells from the leftover casting slip',
        body: 'The last litre of every batch goes into bells. They hang on linen and no two have the same note. In the wind they sound like somebody setting a table far away.',
      },
    ],
    more: [
      'Porcelain remembers. I touched one while it was drying and the fingerprint came back in the glaze firing.',
      'Bisque at 1000, glaze as thin as milk.',
    ],
    close: ['If you have a better way to support the rim in the firing, I am all ears.', 'I will never move them again.'],
  },
  {
    ...show,
    about: 'glaze',
    topic: 'failures',
    cases: [
      {
        title: 'The shelf that became a pot',
        body: 'I was quite sure about that glaze. It ran off five cups and fused them to the shelf, in a very beautiful blue. We have hung the whole thing on the wall of the studio.',
      },
      {
        title: 'Handles one, gravity nil',
        body: 'All the handles held. The mugs did not: I had trimmed the bottoms to the thickness of a postcard, and four of them fell out in the glaze firing like trapdoors.',
        cover: 'dark mug',
      },
      {
        title: 'Blisters like the moon',
        body: 'I fired a scarf-thick layer of matte glaze to half a cone too hot. The surface is now craters, some of which are sharp. Children are fascinated by it.',
      },
      {
        title: 'I forgot the cones, the kiln did not forget me',
        body: 'I set the wrong programme: cone 10 in a kiln with cone 6 clay. I found a very flat landscape with eleven puddles in it, each with a little signature.',
        cover: 'fire mouth',
      },
      {
        title: 'An exploded owl, reconstructed',
        body: 'It was eight centimetres thick around the head and I was in a hurry. After two evenings with tweezers there are 94 pieces and a look in its eyes that it did not have before.',
      },
      {
        title: 'S-cracks, a complete collection',
        body: 'I threw forty plates and compressed the bottom of none of them, as I have now been told by three people. Here is a museum of cracks, ordered by length.',
        cover: 'plates',
      },
      {
        title: 'Crawled, but on all of them in the same place',
        body: 'Twelve bowls, and on each the glaze has pulled back from a spot the size of a thumb. It is the size of my thumb. Hand cream, everybody. It was hand cream.',
        cover: 'bowls',
      },
    ],
    more: ['I was cross for about an hour and then I took a picture, so here it is.', 'It cost me three weeks of work and a shelf. The shelf hurts more.'],
    close: ['Post yours, it helps.', 'Lesson learned. Until the next time, naturally.', 'Please laugh, I have already cried.'],
  },
  {
    ...show,
    about: 'clay',
    cases: [
      {
        title: 'A coil pot that took the whole winter',
        body: 'I began in November with a base of thirty centimetres and added one coil every evening after the news. It now reaches my hip. There is a darker band where I went on holiday and the clay came from another bag.',
        cover: 'raku',
      },
      {
        title: 'Pinched bowls, fifty in fifty days',
        body: 'One a day, 200 g, no wheel, no tools. Day 1 looks like an ashtray. By day 30 I had stopped trying to make it round, and that was when it became round.',
      },
      {
        title: 'Slab vase with a seam I did not hide',
        body: 'Three slabs, mitred at 60 degrees, the joints scored and left standing proud like the spine of a book. It is the first one that did not open at the corner.',
        cover: 'studio corner',
      },
      {
        title: 'Fifteen birds for a windowsill',
        body: 'Red clay, a bit of white slip on the chest, each about as long as a finger. They are hollow with a hole under the tail, so that they could whistle. Only four do.',
      },
      {
        title: 'A face jug for my neighbour, who has that face',
        body: 'He sat for it, more or less: he leaned on the fence and complained about my chimney. He likes it. He says that the ears are wrong.',
      },
      {
        title: 'Carved lantern, ninety-six holes',
        body: 'I drilled at firm leather hard with a bit of brass tube, after stuffing it with newspaper. Two holes ran together. I made them into a leaf.',
      },
      {
        title: 'Big jar in three sections',
        body: 'Nine, six and four kilos, joined with a paddle and a lot of slow drying under plastic. Forty-eight centimetres dry. I could not turn round in the studio for a week.',
        cover: 'wheel close',
      },
    ],
    more: [
      'The clay has a bit of fine grog in it, which I can recommend for anything you have to beat.',
      'Dried for three weeks under a sheet with a corner open.',
    ],
    close: ['What should I do with the surface? I do not dare.', 'It goes in the bisque tomorrow, fingers crossed.', 'I am absurdly happy with it.'],
  },
  {
    ...show,
    about: 'glaze',
    level: 'maker',
    cases: [
      {
        title: 'Chun over iron slip',
        body: 'An iron-rich slip at leather hard, then a thick chun at cone 9 in reduction. Where the slip is brushed thin you see each hair of the brush in pale blue.',
        cover: 'stacked bowls',
      },
      {
        title: 'An ash glaze from my own apple tree',
        body: 'The tree came down in the storm in February. The branches heated the house, the ash is on these cups, and the trunk is waiting to become tool handles.',
        cover: 'celadon rim',
      },
      {
        title: 'Copper red on one side only',
        body: 'I sprayed from the left and put the pot in with its back to the flame. The red goes through liver to a clear pale green within a hand’s breadth.',
      },
      {
        title: 'Satin white that does not show cutlery marks',
        body: 'Seven versions, tested with a steel knife and my full weight. The seventh has a little more alumina and half of the zircon replaced with tin. It is smooth and I cannot scratch it.',
        cover: 'upper shelf',
      },
      {
        title: 'Crystals the size of coins',
        body: 'Zinc silicate on porcelain, down fast from 1260 to 1100, held there for three hours. It ran into the catch plate as it should. The largest is 22 mm across.',
      },
      {
        title: 'Majolica lemon plate for a kitchen in Kent',
        body: 'Tin glaze at 1040, painted with the shake of a man who has had three coffees. One lemon looks like a pear, and the customer chose that one.',
        cover: 'market left',
      },
      {
        title: 'Black that is really black',
        body: 'Not brown, not blue at the edges. Iron, a touch of cobalt and manganese in a glossy base, fired to cone 6 and cooled fast. In the sun it looks like a hole.',
        cover: 'dark mug',
      },
    ],
    more: [
      'Two dips, the second only over the upper half, with three seconds between them.',
      'It is repeatable: this is the third firing and they all agree.',
      'I had the surface checked for leaching before I let anybody eat from it.',
    ],
    close: ['Recipe on request, as it is a public one with one line changed.', 'The picture is honest about the colour, for once.'],
  },
  {
    ...show,
    about: 'clay',
    level: 'new',
    topic: 'first firings',
    cases: [
      {
        title: 'My first cylinder over twenty centimetres',
        body: 'It leans a bit, the base is as thick as a dictionary, and I do not care. Twenty-one centimetres! I have cut it in half as one should and then regretted it at once.',
        cover: 'wheel',
      },
      {
        title: 'First glaze firing, nothing exploded',
        body: 'Nine pots. One stuck slightly and two have a bare patch where I held them. My mother has already chosen the best one and taken it away.',
        cover: 'shelf',
      },
      {
        title: 'The first handle that does not look like an ear',
        body: 'Pulled, not rolled. I made thirty handles without mugs, on the edge of the table, as somebody here suggested. Number twenty-six was the one.',
        cover: 'two mugs',
      },
      {
        title: 'A teapot. It pours. Mostly forward.',
        body: 'It took four weeks of evenings. The spout drips, the lid fits in one position only, and the handle gets hot. I have never been so proud of anything.',
      },
      {
        title: 'First pot from clay that I dug myself',
        body: 'From the bank of the stream behind our house. Sieved through an old curtain, fired to 1000 in the school kiln. It is the colour of a fox and weighs as much as one.',
      },
      {
        title: 'My first plate is a bowl',
        body: 'I threw it flat, I promise. Somewhere between the wheel and the shelf the rim stood up by itself. We eat salad from it.',
      },
    ],
    more: [
      'I know that it is nothing special to most of you. It was to me.',
      'My teacher did not say anything and only turned it round twice, which I take as praise.',
    ],
    close: ['Any tips are welcome, I have a week of holiday.', 'Thank you to everybody who answered my questions.'],
  },
  {
    ...show,
    about: 'glaze',
    topic: 'tableware',
    cases: [
      {
        title: 'A shelf of leftovers that turned out to be a series',
        body: 'These are the ones which I kept back over a year because each had some small fault. Standing together they look as if I had meant it.',
        cover: 'shelves',
      },
      {
        title: 'Studio shelf on a grey Monday',
        body: 'No news, only light. The blue jug is from last spring, the white one is going to a customer tomorrow and I shall miss it.',
        cover: 'shelf',
      },
      {
        title: 'Test tiles as a kitchen splashback',
        body: 'I had eleven years of tiles in shoe boxes. A weekend, some adhesive and a bottle of wine later they are on the wall, in order of temperature. Guests ask for the recipe of the wall.',
        cover: 'iron tiles',
      },
      {
        title: 'Wedding order, ninety-six pieces, delivered',
        body: 'Twenty-four settings of four. I made a hundred and thirty to be safe and used a hundred and two. Never again, I said, and then I saw the photograph of the table.',
        cover: 'market right',
      },
      {
        title: 'A tray of small vases for single stems',
        body: 'They are what I throw at the end of the day from whatever is left on the wheel. No two have the same neck. They pay for the clay of everything else.',
        cover: 'lower shelf',
      },
    ],
    more: ['The light comes from a north window, which flatters everybody.'],
    close: ['Back to wedging.', 'Which one would you keep?'],
  },
]
