/** Building kits for swaps, selling and meetups. */
import type { Kit } from './types.ts'

export const tradeKits: Kit[] = [
  {
    in: 'swap-shelf',
    kind: 'swap',
    about: 'tools',
    cases: [
      {
        title: 'Offered: banding wheel, heavy, a bit rusty',
        body: '25 cm, cast iron, turns for a full minute. I have been given a new one and this deserves better than my cellar. Collect in Leeds or meet at the winter fair.',
      },
      {
        title: 'Wanted: kiln shelves 40 by 40, straight ones',
        body: 'Four or five, 15 mm or thicker. I do not mind glaze drips, I own a grinder. I can offer a set of throwing ribs in pear wood in return.',
      },
      {
        title: 'Offered: two bags of porcelain that I am afraid of',
        body: 'Opened once, closed again, stored in a cool place for a year. It needs somebody with patience. I would swap it for any forgiving stoneware.',
      },
      {
        title: 'Wanted: somebody’s old extruder',
        body: 'Wall mounted if possible, dies are not needed, I make those myself. I can pay in mugs, in carpentry, or in money if it must be.',
      },
      {
        title: 'Offered: ten years of ceramics magazines',
        body: 'Complete except for the issue with the good shino article, which somebody borrowed in 2018 and knows who they are. Free to whoever carries them down.',
      },
      {
        title: 'Offered: half a pallet of soft brick',
        body: 'Grade 26, unused, from a kiln which never got built because of a baby. Forty-four pieces. In exchange I would love help with a chimney in the spring.',
      },
    ],
    close: ['Message me if it is for you, first come, first served.', 'Postage at cost, or pick it up and stay for coffee.', 'I check in the evenings.'],
  },
  {
    in: 'swap-shelf',
    kind: 'swap',
    about: 'glaze',
    cases: [
      {
        title: 'Tile swap: my iron red for your best matte',
        body: 'Cone 6, oxidation, slow cooled, on a speckled body. Recipe on the back and one paragraph on what annoys me about it.',
        cover: 'iron tiles',
      },
      {
        title: 'Glaze exchange: soft white, cone 6, Porto',
        body: 'The white that is on all of our café cups. It has survived three years and a dishwasher which hates everybody. One tile for one tile, inside Europe please.',
        cover: 'upper shelf',
      },
      {
        title: 'Glaze exchange: kelp ash green from the west coast',
        body: 'A small tile, a small bag of washed ash and a warning about running. I would like something blue in return, as it is very grey here.',
        cover: 'celadon rim',
      },
      {
        title: 'Three tenmoku tiles looking for a home',
        body: 'Six, eight and ten percent iron on the same clay. Would make a nice little teaching set. I am looking for a copper red that does not mind electricity.',
      },
      {
        title: 'Wanted: a pinch of everybody’s local sand',
        body: 'A spoonful in an envelope is enough. I am making a row of tiles with one sand each in the same clear glaze, with a map next to it. Twenty-three so far, nothing yet from South America.',
        cover: 'tiles',
      },
      {
        title: 'Swap: ready-made cobalt blend for frit',
        body: 'I mixed five kilos of the wrong recipe. It is a very good mid-blue, only not the one I was paid for. I would take any borate frit for it, kilo for kilo.',
      },
    ],
    close: ['Write me a line with your cone and your country.', 'I post on Mondays.'],
  },
  {
    in: 'selling',
    kind: 'question',
    about: 'selling',
    level: 'maker',
    cases: [
      {
        title: 'Minimum order for shops: do you have one?',
        body: 'A gallery wants four mugs "to try". Packing four takes as long as packing twenty. I would say twelve, but I am afraid that they will say goodbye.',
      },
      {
        title: 'Seconds sale: yes, no, or once a year?',
        body: 'I have three crates. Last time people came only for the seconds and left the good work standing. A friend smashes hers, and I am not strong enough for that.',
        cover: 'market left',
      },
      {
        title: 'Who pays when the post breaks it?',
        body: 'Insured, declared, and well packed. The carrier says the packing was inadequate, the customer is lovely and sad. Do you simply send a new one and carry the loss?',
      },
      {
        title: 'Photographs: buy a lamp or wait for clouds?',
        body: 'I photograph on the windowsill between eleven and one if it is overcast. That is about two hours a week in winter. Is a cheap light box any better, or only brighter?',
      },
      {
        title: 'Do you raise prices for people who know the old ones?',
        body: 'My mugs went from 24 to 32 in January. New customers do not blink, the old ones go quiet for a second, and that second costs me a night’s sleep.',
      },
      {
        title: 'A café wants my logo off and theirs on',
        body: 'Two hundred cups, good money, their stamp on the bottom. It is a job and I have rent to pay. Still I have carried the e-mail around for a week.',
        cover: 'dark mug',
      },
    ],
    more: ['I do this full time, so it is not a matter of principle but of bread.', 'Zainab’s spreadsheet says yes, my stomach says no.'],
    close: ['How do you handle it?', 'I would be glad to hear from somebody who has regretted it either way.'],
  },
  {
    in: 'selling',
    kind: 'chat',
    about: 'selling',
    level: 'maker',
    cases: [
      {
        title: 'Sold out by noon, in the rain',
        body: 'I nearly did not drive. Four stalls of fifty had come. Those customers who do come out in such weather mean it: 41 pots, two orders and a marriage proposal to my teapot.',
        cover: 'market',
      },
      {
        title: 'Tax adviser meets kiln log',
        body: 'She wanted to know what the column "what surprised us" means for depreciation. I explained shino to her. She has bought a bowl, and I can write off the shelves.',
      },
      {
        title: 'The numbers of my first full year',
        body: '1,912 pots thrown, 1,640 fired, 1,388 sold. 52 % at markets, 30 % in shops, 18 % from home. I earned less than in my old job and I whistle on the way to work.',
      },
      {
        title: 'Somebody gave my mug back after six years',
        body: 'The handle had come off. She did not want money, she wanted to know if it could be mended, because it was "the only one the right size". I made her two new ones and kept the old one.',
        cover: 'two mugs',
      },
    ],
    close: ['Carry on, everybody.', 'How was yours?'],
  },
  {
    in: 'meetups',
    kind: 'announcement',
    about: 'meet',
    level: 'maker',
    cases: [
      {
        title: 'Open kiln evening in Leipzig',
        body: 'Friday at seven, in the cellar. We open the kiln together, there is soup for twelve, and everybody brings one pot that they do not understand. Ring twice, as the bell is shy.',
      },
      {
        title: 'Clay digging walk near Kumasi, last Saturday of the month',
        body: 'We leave the school at six to be back before the heat. Bring boots, a bucket with a lid and something to drink. Students carry, teachers explain, everybody sieves.',
      },
      {
        title: 'Throwing marathon for the hospice, twelve hours',
        body: 'Eight wheels, shifts of an hour, and the goal is three hundred bowls. People who cannot throw may wedge, carry, sweep, sing or sponsor.',
        cover: 'wheel',
      },
      {
        title: 'Raku Sunday in Lyon, six places',
        body: 'Two o’clock until dark. You bring three bisqued pieces from clay with grog, I bring gas, glaze and tongs. Closed shoes, cotton clothes, long hair tied back.',
        cover: 'raku',
      },
      {
        title: 'Stroud table: first Thursday, upstairs at the mill',
        body: 'No agenda. Somebody usually brings a broken thing and somebody else mends it. The label printer will be there. So will Rui, who would like to talk about logs.',
      },
      {
        title: 'Online: an hour of handles with Tomás',
        body: 'Wednesday at 18:00 UTC. Have two kilos of soft clay ready, a bowl of water and a table edge. We pull thirty handles each, nobody makes a mug.',
      },
      {
        title: 'Market carpool to the winter fair',
        body: 'A van from Bristol with space for six crates and two people, leaving Saturday at five in the morning. Petrol is shared. The driver chooses the music, and that is me.',
        cover: 'market right',
      },
      {
        title: 'Soda firing north of Montréal: two shelves free',
        body: 'Packing on Thursday evening, firing on Friday and Saturday, unpacking on Tuesday. Cone 10 clay only, foot waxed, wadding on everything. The co-op price covers wood, soda and dinner.',
      },
    ],
    close: ['Say below if you are coming, so that I know about chairs.', 'Write to me with any questions.', 'First timers are very welcome.'],
  },
]
