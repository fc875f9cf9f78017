/** Posts of announcements, how we work here, tools and studios, written one by one. */
import type { Post } from './types.ts'

export const studio: Post[] = [
  {
    in: 'announcements',
    kind: 'announcement',
    about: 'meet',
    by: 'marit',
    days: 0.55,
    heat: 2,
    title: 'The glaze exchange opens on Friday',
    body: `Post one test tile, take one home. That is the whole rule, and it has worked for three winters.

- Put a picture and the recipe in **Swap shelf** from Friday 9:00 your time.
- Say where you post from. Envelopes inside one country first, oceans second.
- Write the cone, the clay and *oxidation or reduction* on the back of the tile itself. Labels fall off.

Nell brings the label printer to the Stroud table. If your tile breaks on the way, it still counts.`,
  },
  {
    in: 'announcements',
    kind: 'announcement',
    by: 'marit',
    days: 20,
    heat: 1.5,
    pinned: true,
    title: 'Winter rota for the shared kilns',
    body: `The December rota is out. Bergen and Cork fire on Tuesdays and Saturdays, Stroud on Thursdays, Porto whenever Tomás has a full shelf, which is always.

Swap among yourselves, then tell Callum. Please do not tell Callum first: he has a kiln to build.

Two reminders. Bisque has to be bone dry, which is not the same as dry. And everybody who fires also cleans the shelves they used, on the day after, with the grey pad and a mask.`,
  },
  {
    in: 'announcements',
    kind: 'announcement',
    by: 'nell',
    days: 47,
    title: 'Welcome to our sixtieth member',
    body: `We are sixty. I remember when we were seven people and one spreadsheet, and four of the seven were called something with K.\n\nIf you have joined lately and have not yet said hello in Introductions, please do. Nobody will test you. Tell us what is on your bench, and put in a picture of the worst pot you have kept.`,
  },
  {
    in: 'announcements',
    kind: 'announcement',
    by: 'marit',
    days: 82,
    title: 'A small change: selling has its own room now',
    body: `Several of you asked for a place to talk about money without the whole world reading along. **Shop talk** is that place. It is private: members ask, Grace or I let them in, and nothing from it is quoted outside.\n\nPictures of your work are as welcome as ever in Show and tell. Prices, customers and invoices go next door.`,
  },
  {
    in: 'announcements',
    kind: 'announcement',
    by: 'callum',
    days: 110,
    title: 'Please read this before you buy fibre blanket',
    body: `Somebody offered very cheap blanket in the swap shelf last week and I have taken the offer down, with the agreement of the one who posted it. It was old refractory ceramic fibre without papers, and it was crumbling.\n\nBuy the body-soluble kind, wear a proper P3 mask when you cut it, wet it before you tear it out, and coat what stays in the kiln. If you are not sure which kind you have, ask in Kiln talk and somebody will help to identify it. I would rather answer a hundred such questions than miss one.`,
  },
  {
    in: 'announcements',
    kind: 'announcement',
    about: 'reading',
    by: 'priya',
    days: 133,
    title: 'Slow reading starts again, with one chapter a fortnight',
    body: `The reading group is back. This time we take a book on glaze materials slowly: one chapter every two weeks and one tile to each chapter.\n\nYou do not need to have read the last book, or any. You do need a scale that reads tenths of a gram and a place where you may make a mess. Threads are in **Slow reading** and stay open, so being three weeks late is only being slow, which is the point.`,
  },
  {
    in: 'announcements',
    kind: 'announcement',
    by: 'marit',
    days: 171,
    title: 'Summer break for the Bergen kiln',
    body: `There is a fire ban on the hill until the end of August, so the anagama sleeps. Wood can still be stacked and there is a lot to split, if you need an excuse for a holiday.\n\nThe electric kilns go on as usual. The shelf prices stay as they are for this year.`,
  },
  {
    in: 'announcements',
    kind: 'announcement',
    about: 'meet',
    by: 'siobhan',
    days: 204,
    title: 'Open weekend: forty visitors, one wheel left standing',
    body: `Thank you to everybody who helped in Cork. We counted 212 people, forty of whom threw their first pot, and one who will need a new pair of white trousers.\n\nWe took in enough for two sets of kiln shelves. The wheel in bay four did not survive and has been given a dignified corner with a plant on it.`,
  },
  {
    in: 'announcements',
    kind: 'announcement',
    by: 'nell',
    days: 238,
    title: 'Two new guidelines, both short',
    body: `After last month we have added two lines to **How we work here**.\n\n1. When you post about food safety, say what you tested and how. "I think it is fine" is not a test.\n2. When you post a picture of another person’s work, name them. If you do not know the name, say that.\n\nThat is all. Most of you do it anyway.`,
  },
  {
    in: 'announcements',
    kind: 'announcement',
    by: 'callum',
    days: 275,
    title: 'The firing log template is finished',
    body: `It is a single sheet: date, weather, what is in the kiln, who packed it, cones on three shelves, and one line a half hour. At the bottom there is a box called "what surprised us". Fill that one in above all.\n\nBeatriz checked the curves and Rui has made a version that fills itself. Print it or type in it, I do not mind, but keep it with the kiln.`,
  },
  {
    in: 'announcements',
    kind: 'announcement',
    about: 'meet',
    by: 'marit',
    days: 318,
    title: 'Dates for the coming year',
    body: `Four wood firings, two plaster days, one glaze week and the summer fair. Exact dates are in Firings and meetups, where you can also say that you are coming.\n\nThe wood firings fill up first. There are eight stoking places, and each shift needs somebody who has done it before, so please say honestly how many you have done. Zero is a fine answer.`,
  },
  {
    in: 'how-we-work',
    kind: 'howto',
    by: 'marit',
    days: 360,
    heat: 1.2,
    pinned: true,
    title: 'Read this first: what this place is for',
    body: `Clay & Fire is a workshop with the door open. People here range from a first term to forty years at the wheel, and both answer questions.

## What belongs here

- Work in every state: finished, half finished, and in pieces
- Questions, including the ones you think are stupid
- Recipes, schedules, drawings, with the numbers in them

## What we ask of you

1. **Say cone, clay and atmosphere.** An answer without those three is a guess.
2. **Criticise when asked.** In Show and tell, "say what you would do differently" is an invitation; without it, be kind and brief.
3. **Leave the mistake standing.** If you find the answer to your own question, write it underneath. The next person will search for it.
4. **No selling outside its room.** Links to your shop are fine in your profile.

Marit, Nell and everybody who sweeps up.`,
  },
  {
    in: 'how-we-work',
    kind: 'howto',
    by: 'nell',
    days: 352,
    title: 'How to ask so that you get an answer today',
    body: `I have read some thousands of questions here. Those which are answered within an hour have four things in common.\n\n- **A title that says the problem**, not "help!"\n- **Cone, clay, atmosphere, bisque temperature**, in one line\n- **A picture in daylight**, with something for scale, of the bad one *and* of a good one\n- **What changed**, even if you think that it cannot matter\n\nYou will be surprised how often you find the answer while writing down the last one.`,
  },
  {
    in: 'how-we-work',
    kind: 'howto',
    by: 'siobhan',
    days: 340,
    title: 'Sharing a studio: the seven rules on our wall',
    body: `These hang over the sink in Cork. Every one of them has a story.\n\n1. Nothing goes down the sink that you would not drink from.\n2. If it is not labelled, it belongs to the bucket.\n3. You may move a pot to save it. Leave a note.\n4. Reclaim is for everybody, so **no glaze, no sponge, no needle** in the reclaim.\n5. Wheels are cleaned under the splash pan as well.\n6. Who opens the kiln above 120 degrees explains it to the others.\n7. Tea is made for all or for none.\n\nTake them, change them, and tell us which one you had to add.`,
  },
  {
    in: 'how-we-work',
    kind: 'howto',
    by: 'priya',
    days: 322,
    title: 'Writing recipes so that others can use them',
    body: `Please write recipes in percent, with additions on top, and say which feldspar it was. "Feldspar" is not a material, it is a family.\n\n\`\`\`\nSoft white, cone 6, oxidation\n\nnepheline syenite   32\nsilica              26\nfrit 3134           18\nkaolin (EPK)        15\nwhiting              9\n                   ---\n                   100\n+ zircon             8\n\`\`\`\n\nThen one line on how it was applied and one on what you do not like about it. The last line is worth more than the recipe.`,
  },
  {
    in: 'how-we-work',
    kind: 'howto',
    by: 'joy',
    days: 90,
    title: 'Dust: the short version, from a nurse',
    body: `I was asked to put this where people can find it.\n\nThe dust that harms you is the dust you cannot see. It comes from dry clay underfoot, from sanding, from mixing glaze, and from aprons.\n\n- Wet mop. Never sweep, and no household vacuum cleaner: it blows the fine part straight back.\n- Mix with a P3 or P100 mask that fits, and shave if it does not.\n- Sand under water or not at all.\n- Wash aprons, do not shake them.\n\nIt takes years to show and it does not go away. You have the choice every single day, and it costs you ten minutes.`,
  },
  {
    in: 'how-we-work',
    kind: 'howto',
    by: 'henrik',
    days: 210,
    title: 'What to write in a firing log (and what nobody ever reads)',
    body: `I have logs of 311 firings, which is a sickness, but it allows me to say which lines I have ever looked at again.\n\n**Read often:** the date, the weather, where each shelf stood, cones on each shelf, the moment of starting reduction, and any remark with a feeling in it.\n\n**Never read:** temperatures every five minutes below 600, the gas pressure to two decimals, and my theories.\n\nWrite less, but write it every time. A log that is kept for every firing beats a perfect log of three.`,
  },
  {
    in: 'tools',
    kind: 'howto',
    about: 'tools',
    by: 'siobhan',
    days: 1.9,
    heat: 4,
    title: 'Reclaim without a pug mill',
    body: `Forty members, no pug mill, and we have not bought stoneware since May. It is not elegant, but it works.

## Bone dry goes in, never half dry

Half-dry clay does not slake, it makes lumps with a skin. Everything goes on a rack until it is white and then into the bin, broken small, and *then* the water.

## Three bins

1. **Slaking**, one week, covered by a hand’s breadth of water. Do not stir!
2. **Settling**, another week. Siphon off the clear water.
3. **Bats.** Four plaster slabs, 50 by 40, under a fan. Turn it once when it lets go.

## Wedging day

The last Sunday of the month. We stack it in layers with new clay, three to one, cut with a wire, slam, turn. Sixty cuts is enough. We put the radio on.

The pug mill would cost 4,000. Our bins cost 60 and one argument.`,
  },
  {
    in: 'tools',
    kind: 'question',
    about: 'tools',
    by: 'ines',
    days: 1.4,
    heat: 4,
    title: 'Which kiln would you buy for a shared studio of nine?',
    body: `We are nine people, mostly tableware, mostly cone 6, and a landlord who allows three-phase but no gas bottles indoors.

The options on the table:

- two small electrics, 100 litres each, so that a failure is only half a failure
- one big front loader, 300 litres, which everybody wants and nobody can fill alone
- a gas kiln in the yard, and learn to love it

I lean towards the two small ones. Two of us say that packing a small kiln twice takes more time than packing a big one once. What did you buy, and what would you buy today?`,
  },
  {
    in: 'tools',
    kind: 'question',
    about: 'tools',
    by: 'jonas',
    days: 7.7,
    heat: 1.5,
    title: 'The wheel in bay three squeaks like a gull',
    body: `Belt or bearing? It squeaks all the time, not only when I brake. It is louder with 5 kg on it and it has a rhythm, about once a turn.\n\nI have tightened the belt, then loosened the belt, then apologised to the belt. The wheel is from the nineties and the master says that it has always sung.`,
  },
  {
    in: 'tools',
    kind: 'howto',
    about: 'tools',
    by: 'tomv',
    days: 44,
    heat: 1.5,
    title: 'Make a rib out of a broken skateboard',
    body: `Seven layers of maple, pressed and glued to survive teenagers. It is the best rib material I know and every skate park has a bin full of it.\n\n1. Cut along the flat part between the bolts. The curves near the ends make good bowl ribs.\n2. Draw around a rib you like and leave two millimetres.\n3. Rasp to shape, bevel one side to about 30 degrees, keep the other flat.\n4. Sand to 400, raise the grain with water, sand once more.\n5. Three thin coats of raw linseed oil, a day apart.\n\nThe stripes of coloured veneer are a bonus. A board gives nine ribs, and the tip gives you a foot tool.`,
  },
  {
    in: 'tools',
    kind: 'howto',
    about: 'tools',
    by: 'linnea',
    days: 101,
    title: 'Plaster that lasts: weigh it, soak it, leave it alone',
    body: `Most soft or chalky moulds come from guessing. My figures, for casting moulds with ordinary pottery plaster:\n\n\`\`\`\nwater            1000 g, at 20 °C\nplaster          1420 g\nsoak, untouched   2 min\nstir              3 min, under the surface\npour when a finger leaves a line\n\`\`\`\n\nSift the plaster over the water like snow, not into one hill. Do not scrape the old bucket into the new mix: crumbs of set plaster make it go off in a minute.\n\nThen dry the mould at 40 degrees until it stops losing weight. Hotter than 50 and it turns to flour at the edges.`,
  },
  {
    in: 'tools',
    kind: 'chat',
    about: 'tools',
    by: 'callum',
    days: 128,
    heat: 1.5,
    title: 'Things I have found inside wheels',
    body: `A list, from nine years of repairs. Forty-one needles. Four wedding rings, three of them returned. A complete sponge collection. A sandwich, from which we could tell the year. One mouse, alive and content, with a nest made of chamois.\n\nAnd in a wheel in Dundee a note which said "if you are reading this the belt has gone again, spare is behind the radiator". It was.`,
  },
  {
    in: 'tools',
    kind: 'howto',
    about: 'tools',
    by: 'rui',
    days: 160,
    title: 'A drying cupboard from a wardrobe and two computer fans',
    body: `Our workshop shares air with a furniture maker, so damp clay and dry oak fight all year. I made a cupboard that dries plates flat and slowly, for about 35 euros.\n\nIt is an old wardrobe with slatted shelves, a small fan low on the left that blows in, another high on the right that blows out, and a hygrometer with a relay that starts them above 70 percent. The important part is the **slats**: air has to reach the underside or your plates will cup.\n\nFrom leather hard to bone dry takes three days for a 27 cm plate. Nothing has warped since March, if I do not count the one with the cat in it.`,
  },
]
