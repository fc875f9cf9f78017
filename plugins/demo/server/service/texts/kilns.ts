/** Posts of kiln talk, written one by one. */
import type { Post } from './types.ts'

export const kilns: Post[] = [
  {
    in: 'kiln-talk',
    kind: 'question',
    about: 'kiln',
    by: 'bea',
    days: 0.22,
    heat: 3.5,
    title: 'Elements last 80 firings here. What are you getting?',
    body: `Front-loading 200 litre, mostly cone 6, two bisques a week. I replace them when the climb from 1100 takes more than three hours.

That is about eighty firings, which feels low. The kiln is vented, I keep wax and paper out as far as I can, and the thermocouple was checked in spring.

How many do you get, and what do you count as the end: time, resistance, or the moment when the kiln gives up with an error at two in the morning?`,
  },
  {
    in: 'kiln-talk',
    kind: 'show',
    about: 'kiln',
    by: 'saoirse',
    days: 21,
    heat: 4,
    cover: 'kiln',
    topic: 'wood-fired',
    title: 'Reading the flame when the gauge is dead',
    body: `My pyrometer died at 1180 with nine hours of wood already in. We finished on cones, colour and stubbornness, and it was the best salt firing of the year.

What I went by:

- **Flame at the chimney.** A soft tongue the length of my forearm is reduction I can live with. When it turns sharp and blue at the root I am pulling too much air.
- **The sound.** A happy firebox breathes every four or five seconds. When it stops breathing, it is either choked or empty.
- **Draw rings.** One every twenty minutes after cone 8 bent. Dip it in water, look at the skin.
- **The spyhole.** Once the pots have no outline any more and only the shelves have one, you are close.

I have ordered a new gauge. I am in no hurry to fit it.`,
  },
  {
    in: 'kiln-talk',
    kind: 'howto',
    about: 'kiln',
    by: 'callum',
    days: 60,
    heat: 2.5,
    pinned: true,
    title: 'The spring check: an hour that saves you a kiln',
    body: `Every April I do the same round in every kiln I look after. None of it needs an electrician, but **pull the plug or throw the isolator first**, and check that it is really off.

## Inside

- Vacuum the element grooves with a soft brush. Crumbs of glaze eat wire.
- Look for bunched or leaning coils. Pin them back while they are warm, never cold, or they snap.
- Run a finger along the door seal. Any soot is a leak.

## Elements

Measure the resistance cold, from tail to tail, and write it inside the lid with the date. At ten percent over the value of a new set, order. At fifteen, fit.

## Controls

- A relay that chatters is a relay that is about to weld itself shut. They cost less than a bag of porcelain. Replace them in pairs.
- Tug each wire at its terminal, gently. A loose one makes heat, and the heat makes it looser.
- Compare the thermocouple with a cone at your usual temperature. Write down the offset.

Take a photograph before you unscrew anything. You will not remember which wire was yellow.`,
  },
  {
    in: 'kiln-talk',
    kind: 'howto',
    about: 'kiln',
    by: 'daniel',
    days: 118,
    heat: 2,
    topic: 'first firings',
    title: 'A bisque schedule for thick, damp, enthusiastic work',
    body: `I fire for nine hundred pupils. Half of the pots are solid elephants. Since I changed to this schedule I have lost four pieces in two years, and two of those contained a marble.

\`\`\`
 50 °C/h  to   85 °C   hold 6 h    (8 h on Mondays)
 50 °C/h  to  120 °C   hold 1 h
 80 °C/h  to  600 °C   no hold
120 °C/h  to  900 °C   no hold
 80 °C/h  to 1000 °C   hold 15 min
cool naturally, lid shut below 150 °C
\`\`\`

The long hold under boiling point does the work. Above 100 degrees the water has no time left to be polite. Leave the vent open or the bung out until 600, then close it.

Cost: about four hours more than a fast bisque and roughly one euro of electricity. Compare that with an hour of picking elephant out of elements.`,
  },
  {
    in: 'kiln-talk',
    kind: 'question',
    about: 'kiln',
    by: 'lukas',
    days: 78,
    heat: 1.5,
    title: 'Cones say 5, controller says 6. Whom do I believe?',
    body: `My second-hand top loader has a controller that reports 1222 at the end. The cone on the middle shelf is barely cone 5, the one at the bottom is not even leaning.

The thermocouple is probably as old as me. Is it enough to add an offset, or does a tired thermocouple drift further each time so that I chase it for ever? And should I hold at the end, or simply set a higher temperature?

I know, "believe the cones". I would like to understand what I am disbelieving.`,
  },
  {
    in: 'kiln-talk',
    kind: 'chat',
    about: 'kiln',
    by: 'odile',
    days: 190,
    heat: 1.5,
    topic: 'wood-fired',
    title: 'What I cook on the kiln',
    body: `Thirty hours is long and people must eat. For anybody who plans a first wood firing, this is my menu.

Hour three: nothing, everybody is excited and eats bread. Hour ten: lentils with sausage in an iron pot on the firebox roof, it takes care of itself. Hour sixteen: potatoes in foil, in the ash drawer. Hour twenty-two: onion soup, and this is when the friendships are made. At the end: whatever is left, and a bottle which somebody has hidden in the wood.

Never cook fish. The smell stays in the shelter and the cats come for a week.`,
  },
  {
    in: 'kiln-talk',
    kind: 'show',
    about: 'kiln',
    by: 'adaeze',
    days: 49,
    heat: 2,
    cover: 'raku',
    topic: 'failures',
    title: 'Unloaded the smoke firing. The cracked one is the best of the lot',
    body: `Eleven vessels in the pit, dry cow dung, sawdust, banana leaves, a sheet of tin. It rained in the second hour and I thought it was over.

The large one cracked at the shoulder with a sound that all of the compound heard. When I lifted it out, the crack had let the smoke go inside the wall, and there is a line of black like a river with all its arms. I have been trying to make this on purpose for fifteen years.

It cannot hold water. It will not be sold. It stands beside my bed.`,
  },
  {
    in: 'kiln-talk',
    kind: 'howto',
    about: 'kiln',
    by: 'imran',
    days: 132,
    heat: 1.5,
    title: 'Before you plug in that second-hand kiln',
    body: `I get a message like "it trips after ten minutes" about once a week, so here is the list.

1. **Read the plate.** Volts, amps, phases. A 9 kW kiln at 230 V wants about 40 A and its own circuit. It does not want the socket by the kettle.
2. **Look at the cable**, at both ends. Brown, brittle or shiny insulation means that it ran hot. Cut back or replace.
3. **Check every terminal.** Most of the burned plugs I see started with a screw that was a quarter of a turn loose.
4. **A kiln that stood in a damp shed will trip the earth-leakage breaker.** The elements are fine, the bricks are wet. Have the insulation tested, then dry it with a low, long first heating.
5. **Leave air around it.** 40 cm to the wall at least, and nothing that burns above it.

If any of this makes you nervous, get somebody in. An hour of an electrician costs less than one shelf set.`,
  },
  {
    in: 'kiln-talk',
    kind: 'show',
    about: 'kiln',
    by: 'luc',
    days: 72,
    heat: 2,
    cover: 'raku crackle',
    topic: 'failures',
    title: 'Crackle slip, pulled at 960 and into the bin',
    body: `Naked raku again. Slip peeled beautifully from nine pots and took a piece of the tenth with it.

What worked: bisque at 1000, two coats of slip as thick as yoghurt, a thin clear over it, out at 960 as soon as it looked like an orange peel. Lid on after fifteen seconds, open after six minutes.

What did not: my impatience. I sprayed water while it was still too hot, because people were watching. Never fire for an audience.`,
  },
]
