/** Posts of show and tell, written one by one. */
import type { Post } from './types.ts'

export const making: Post[] = [
  {
    in: 'show-and-tell',
    kind: 'show',
    about: 'selling',
    by: 'adaeze',
    days: 1.1,
    heat: 4,
    cover: 'market',
    title: 'First market table in two years',
    body: `Forty pots out, eleven home. The small bottles went first, as always.

[picture market right] The corner that nobody touched until four in the afternoon, and then everybody.

I had forgotten how much one learns from watching hands. People lift a pot by the neck, look underneath, and only then at the front. So the mark on the foot was read more often than the price. I also sold the seconds basket twice over, at half price and with the flaw named on a small card.

Next time: more small things, a better chair, and change for twenties.`,
  },
  {
    in: 'show-and-tell',
    kind: 'show',
    about: 'clay',
    by: 'hana',
    days: 12.6,
    heat: 4,
    cover: 'moonjar',
    topic: 'porcelain',
    title: 'Moon jar, third attempt, and the seam stayed',
    body: `Two bowls, one on top of the other, 34 cm. In the first attempt the seam opened in the drying. In the second I paddled it away and with it all the tension.

This time I let the seam be. You can feel it with the thumb and see it when the light comes from the left. The white is a simple clear with a trace of iron from the clay itself.

Both halves were thrown from 2.6 kg and joined after about five hours, when the rims could be pressed without marking. I dried it upside down for the first night. I think that made the difference.`,
  },
  {
    in: 'show-and-tell',
    kind: 'show',
    about: 'clay',
    by: 'ines',
    days: 17,
    heat: 2,
    cover: 'bowls',
    topic: 'tableware',
    title: 'Nesting bowls for a kitchen that has no room',
    body: `A restaurant with eleven square metres of kitchen asked for bowls that take no space. Four sizes, each sits in the next with three millimetres to spare, and the stack is exactly as high as their shelf.

[picture stacked bowls] The whole set takes the room of the largest plus four centimetres.

The trick is a rim with a small step inside, so that the next foot lands on it and not on the glaze. It took nine prototypes until nothing rattled. The chef stacks them wet, hot and without looking, and so far none has stuck.`,
  },
  {
    in: 'show-and-tell',
    kind: 'question',
    about: 'selling',
    by: 'jonas',
    days: 24,
    heat: 5,
    title: 'I glued a handle back on and sold it as kintsugi. Was that wrong?',
    body: `It is honest if you say it. I did say it. Two people still asked me to take it off the shelf.

It was a good mug with a clean break at the upper join. I used epoxy and gold mica, wrote "repaired with epoxy, not for hot drinks" on the tag and priced it at half. My master laughed. A lady from the tea club did not.

Is the problem the word, the glue, or that I sold it at all? I really do want to know, because there are three more on the shelf.`,
  },
  {
    in: 'show-and-tell',
    kind: 'show',
    about: 'glaze',
    by: 'tomas',
    days: 29,
    heat: 2.5,
    cover: 'mugs',
    topic: 'tableware',
    title: 'Five glazes, one clay, one afternoon',
    body: `My students wanted to know how much of the result is clay and how much is glaze, so I threw five mugs that are as alike as I can make them and dipped each into another bucket.

Left to right: celadon, white with cobalt squares, tenmoku, blue over white, and a clear on the bare red body. Cone 9, one firing, one shelf.

The red one looks like a different shape, but it is not: same weight within six grams, same handle. Glaze changes the outline. I have known that for years and still had to put the callipers on it.`,
  },
  {
    in: 'show-and-tell',
    kind: 'show',
    about: 'glaze',
    by: 'yusuf',
    days: 38,
    heat: 3,
    cover: 'plates',
    topic: 'tableware',
    title: 'Brushing cobalt rings on the wheel at 30 rpm',
    body: `It looks like a mechanical thing and it is all breathing. The wheel turns slowly, the brush stands still, and you let the air out for as long as the ring takes.

I use a long-haired liner, loaded twice, with cobalt, a little manganese and a drop of glycerine. Underneath is the dry white slip, above it a thin clear. If the brush chatters, the slip is too dry. If the ring bleeds, it is too wet. There are about fifteen minutes in between.

[picture ring plate] The fourth ring from outside is where the phone rang.`,
  },
  {
    in: 'show-and-tell',
    kind: 'show',
    about: 'glaze',
    by: 'nell',
    days: 3.4,
    heat: 2,
    cover: 'two mugs',
    topic: 'tableware',
    title: 'Five pours, five mugs, and the second pour wins',
    body: `Thickness first, chemistry later. Twenty seconds gives the calm surface without the drip at the foot.

After the crazing thread I went back and did what I should have done at the start: same mug, same bucket, only the time before pouring out changed. Ten seconds is thin and dry, thirty begins to pool in the corner, fifty crawls at the handle. Twenty is simply quiet.

I have stuck a kitchen timer to the bucket. It was that or an assistant.`,
  },
  {
    in: 'show-and-tell',
    kind: 'show',
    about: 'clay',
    by: 'ruth',
    days: 88,
    heat: 2,
    title: 'Lid number one thousand (I counted)',
    body: `I have written down every lid since 2006. Yesterday was the thousandth that I would show to somebody, out of roughly two thousand and two hundred.

What forty years taught me about lids, in order of importance: throw it in the same hour as the pot, measure with callipers and then **believe the callipers**, leave the gallery deeper than you like, dry them together, fire them together, and use wax with a little alumina where they touch.

And a knob must be made for a tired hand. Test it in the evening.`,
  },
  {
    in: 'show-and-tell',
    kind: 'show',
    about: 'clay',
    by: 'wren',
    days: 54,
    heat: 1.5,
    cover: 'ring plate',
    title: 'A tweed pattern in sgraffito, 1,900 lines',
    body: `I used to design this cloth for a living: a broken herringbone, two colours, repeat of 24 threads. On a 28 cm plate it is about 1,900 lines.

I drew a guide with food colouring, which burns away, and cut with a ball-nosed dental tool at leather hard. Drier than you think. If the burr comes off as a curl it is too wet, if it comes off as dust you have waited for too long. You want crumbs.

Five evenings, one podcast series, and my neck asks me never to do this again. I have already drawn the next one.`,
  },
  {
    in: 'show-and-tell',
    kind: 'chat',
    about: 'selling',
    by: 'nell',
    days: 63,
    heat: 2.5,
    title: 'What I would tell myself before the first craft fair',
    body: `Bring change, a chair and one pot too expensive to sell.

The expensive pot is not for selling. It makes everything next to it look reasonable, and it tells people what you can do. At my first fair I had nothing over thirty pounds and sold thirty pounds of work at a time, for eleven hours.

Also: prices on the front, not underneath. People who have to ask do not ask. And take a friend who can say "she made all of these herself", because you cannot.`,
  },
  {
    in: 'show-and-tell',
    kind: 'show',
    about: 'clay',
    by: 'amara',
    days: 140,
    heat: 1.5,
    title: 'The garden pot is taller than my younger daughter',
    body: `One metre and eleven. She is one metre and nine and has demanded a second measurement.

Eleven days of coiling, two coils in the morning and one in the evening, with the rim kept under wet cloth. The clay has thirty percent of fine grog and a little chopped straw. I turn around the pot instead of turning the pot, which is good for the eye and bad for the knees.

We fire it on Saturday, in the open, if the wind agrees. Six men to lift it, and one to say "careful".`,
  },
]
