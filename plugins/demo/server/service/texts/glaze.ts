/** Posts of the glaze lab, written one by one. */
import type { Post } from './types.ts'

export const glaze: Post[] = [
  {
    in: 'glaze-lab',
    kind: 'howto',
    about: 'glaze',
    by: 'hana',
    days: 0.09,
    heat: 5,
    cover: 'celadon',
    topic: 'porcelain',
    title: 'Three celadons, one bowl, and where the iron went',
    body: `The one in front fired at cone 9 with a slow cool from 1040. Same batch, same clay, only the cooling changed. I did not expect the crackle to close up like this.

I have fired the same celadon for four years and always blamed the clay when it went grey. Last week I put three bowls from one throwing session through three firings and changed only what happens after the peak.

## What I did

- Cone 9 in reduction, **0.8 % red iron oxide**, feldspar from the old bag
- Bowl A: switched off and left alone
- Bowl B: down to 1040 °C, then held for forty minutes
- Bowl C: same as B, with the damper open a finger

Bowl B is the one in the picture. The surface is calm, the foot is warm, and the crackle closed. Priya thinks the hold lets the iron stay reduced instead of going back on the way down.

> The kiln does not end at the peak. It ends when you open the door.

[picture iron tiles] The iron series, 0.2 to 1.6 percent. The fourth row is the one I keep coming back to.

## What I would like to know

Has anybody tried the hold in an electric kiln with a little reduction from a burner? I would rather ask than lose another shelf.`,
  },
  {
    in: 'glaze-lab',
    kind: 'question',
    about: 'glaze',
    by: 'kenji',
    days: 2.2,
    heat: 7,
    title: 'Why my celadon went grey at cone 10',
    body: `Three firings in a row the same bucket gave me grey instead of blue-green. I changed nothing that I know of: same feldspar, same silica, same local kaolin, iron at 1 %.

What did change is the weather. It is cold and damp, the kiln draws harder, and I began body reduction about 40 degrees later than in summer because I was afraid of carbon in the foot.

Before I mix a new batch: can late reduction alone turn it grey, or should I look at titanium in the kaolin? The supplier says that it is from the same pit, "but lower down".`,
  },
  {
    in: 'glaze-lab',
    kind: 'show',
    about: 'glaze',
    by: 'priya',
    days: 9.4,
    heat: 3,
    cover: 'teal tiles',
    title: 'Forty-two tiles later I own a teal',
    body: `It took six line blends and two Sundays. The target was a teal that stays teal where it is thin and does not go to green over iron clay.

What I learned on the way:

1. Copper carbonate alone went to grass green at anything over 3 %.
2. Half a percent of cobalt pulled it to blue and killed the breaking on edges.
3. **0.15 % cobalt with 2.5 % copper** was the line. You can see the moment in the fourth row.
4. Swapping a third of the whiting for strontium carbonate made it brighter than any colourant did.

I leached the winner with vinegar for three days and sent one tile to a lab, because copper on food surfaces is not a place for optimism. It passed with room to spare. Recipe in the comments once I have fired it in somebody else’s kiln.`,
  },
  {
    in: 'glaze-lab',
    kind: 'question',
    about: 'glaze',
    by: 'nell',
    days: 5.7,
    heat: 3,
    topic: 'glaze fit',
    title: 'Crazing on the inside only: stress or thickness?',
    body: `Six mugs from the last load craze inside and nowhere else. Same glaze, poured inside, dipped outside. My guess is thickness, Priya says tension.

[picture mugs] Left to right: 10, 20, 30, 40 and 50 seconds before pouring out

The lines appear after about two days and they are wider apart towards the rim. Body is a white stoneware, cone 7, bisqued to 1000. I have put two of them in the freezer and then in hot water and the outside still holds.

If it were only the fit, would it not craze outside as well?`,
  },
  {
    in: 'glaze-lab',
    kind: 'howto',
    about: 'glaze',
    by: 'priya',
    days: 41,
    heat: 2,
    pinned: true,
    topic: 'glaze fit',
    title: 'A line blend in one evening, with nothing but cups',
    body: `If you change two things at once you learn nothing, and if you change one thing by hand it takes a month. A line blend is the middle road. Here is how I teach it.

## You need

- two glazes, or one glaze with and without something, mixed to the same thickness
- a syringe or a small measuring cup
- eleven test tiles with a hole, standing, not lying

## The steps

1. Mix 300 g of each end with the same amount of water. Sieve both at 80 mesh.
2. Cup 1 is 10 parts A. Cup 2 is 9 parts A and 1 part B. Go on until cup 11 is all B.
3. Dip each tile twice so that you get a thin and a thick band.
4. Number the tiles with oxide on the back. *Not with a pencil.*
5. Fire them in the same place of the kiln, with a cone beside them.

## Reading it

Look for the place where something **stops** changing. The best glaze is rarely at an end; it usually sits one step before things go wrong.

And write the water down. Half of the mysteries in this space are water.`,
  },
  {
    in: 'glaze-lab',
    kind: 'howto',
    about: 'glaze',
    by: 'henrik',
    days: 96,
    heat: 2,
    title: 'Measuring specific gravity without buying anything',
    body: `I weigh glaze by volume before every session. It takes two minutes and it has saved more pots than my controller.

Take a plastic syringe without needle, 100 ml. Weigh it empty, fill it to the line, weigh it again. The difference in grams divided by 100 is the specific gravity.

\`\`\`
dipping, porous bisque     1.40 to 1.45
dipping, tight bisque      1.48 to 1.52
brushing                   1.60 and more, plus gum
liner, poured              1.38 to 1.42
\`\`\`

Two warnings from the physicist. First, get the bubbles out, they lie. Second, specific gravity tells how much solid is there, not how it flows. If it is right and still drags, the answer is a drop of Epsom salt solution or of deflocculant and not more water.`,
  },
  {
    in: 'glaze-lab',
    kind: 'chat',
    about: 'glaze',
    by: 'kenji',
    days: 150,
    heat: 2,
    topic: 'failures',
    title: 'My roof of failed shino after the first snow',
    body: `I keep failures on the flat roof above the kiln shed. After ten years there are about four hundred pots. Yesterday it snowed, and for one hour everything that I disliked looked like a decision.

Pinholes vanish in snow. So do crawled shoulders, and a grey that I could not explain in 2019. I took no photograph, on purpose, but I brought three pots down again and put them on the table.

Sometimes we throw a pot away because we knew what it should have been.`,
  },
  {
    in: 'glaze-lab',
    kind: 'question',
    about: 'glaze',
    by: 'sana',
    days: 14,
    heat: 1.5,
    title: 'What does boron actually do? Please explain it like I am a painter',
    body: `I understand that silica makes glass and that fluxes make it melt. Then boron arrives and in one book it is a flux, in another it is a glass former, and in the third it is "anomalous", which is how my uncle describes my cousin.

Could somebody explain what happens to a glaze when I take frit out and put more frit of another kind in, without atoms, or with few atoms?`,
  },
  {
    in: 'glaze-lab',
    kind: 'howto',
    about: 'glaze',
    by: 'ailsa',
    days: 6.3,
    heat: 1.5,
    title: 'Washing seaweed ash, or why my first bucket fizzed',
    body: `I promised Callum that I would write this down.

Kelp ash is full of soluble salts. If you put it straight into a bucket it looks fine for a day, then it thickens, fizzes a little and finally grows crystals on the rim. The salts also wander to the edges of the pot while it dries, so you get a shiny foot and a dry belly.

1. Burn it outdoors, upwind, and let it go white.
2. Sieve dry, outside, **with a mask**. It is caustic.
3. Stir it into ten times as much water, leave it overnight, siphon the water off.
4. Do that once more. A third wash takes away the character.
5. Dry it on a bisque slab and only then weigh it.

I use 30 ash, 40 feldspar, 20 clay, 10 silica. At cone 9 it is glossy and runs a finger’s width, so leave the foot bare.`,
  },
  {
    in: 'glaze-lab',
    kind: 'show',
    about: 'glaze',
    by: 'joel',
    days: 33,
    heat: 1.5,
    cover: 'dark mug',
    title: 'Forge scale in tenmoku, eight percent',
    body: `My father sweeps his anvil, I sweep up after him. The scale is mostly magnetite and when it is ground to pass 120 mesh it behaves like a coarse, honest iron.

At 6 % it is brown. At 8 % it breaks to rust on every throwing line. At 10 % it got greedy and pulled a sheet of crystals over the shoulder, which I liked and my wife did not.

The mug in the middle is eight. It was cooled slowly from 1150 to 900, about 60 degrees an hour, in an ordinary gas kiln with the damper shut.`,
  },
]
