/** Words of the quiz, the assignment and the package in the course of glazes. */
import type { QuizzesService } from '../../../../quizzes/contract.ts'

export const faults = 'Six questions on what the kiln tells you. Fifteen minutes are plenty; take the quiet corner.'
const choice = (statement: string, right: string, wrong: string[], explanation: string) => ({
  ...{ question_type: 'single_choice' as const, statement, explanation },
  options: [{ value: right, correct: true }, ...wrong.map((value) => ({ value, correct: false }))],
})
export const questions: Parameters<QuizzesService['addQuestion']>[1][] = [
  choice(
    'The glaze has drawn back into beads and left bare clay. What do you look at first?',
    'Dust or grease under it, or too thick a coat',
    ['The kiln was too slow', 'Too much silica', 'The clay was too wet when it was thrown'],
    'Crawling begins before the melt: the dry coat has cracked or never held on. Wipe the pot, thin the coat.',
  ),
  {
    question_type: 'multiple_choice',
    statement: 'A net of fine cracks sings as the bowl cools. What helps against crazing?',
    explanation: 'The glaze shrinks more than the clay. Silica lowers what it shrinks by, and so does less sodium.',
    options: [
      { value: 'More silica in the glaze', correct: true },
      { value: 'Less sodium and potassium', correct: true },
      { value: 'A thicker coat', correct: false },
      { value: 'Opening the kiln earlier', correct: false },
    ],
  },
  {
    question_type: 'order',
    statement: 'Put these in the order of a line blend.',
    explanation: 'Water comes before the blend: two buckets of the same weight of water blend by volume.',
    options: ['Weigh both glazes', 'Add the same water', 'Fill the cups by volume', 'Dip and number the tiles', 'Fire'].map((value) => ({ value })),
  },
  {
    question_type: 'true_false',
    statement: 'A glaze that is glossy is always safe to eat from.',
    explanation: 'Gloss tells of the surface, not of what lets go in vinegar. Only a laboratory tells.',
    is_true: false,
  },
  {
    question_type: 'number',
    statement: 'A recipe of 100 g asks for 4 % iron oxide on top. How many grams for a bucket of 2.5 kg?',
    explanation: 'Additions are on top of the hundred: 2,500 × 0.04.',
    value: 100,
    tolerance: 0.5,
    unit: 'g',
  },
  {
    question_type: 'match',
    statement: 'What does each of them bring?',
    explanation: 'Glass, stiffness, melt: the three that every recipe needs.',
    pairs: [
      { left: 'Silica', right: 'Glass' },
      { left: 'Alumina', right: 'Stiffness' },
      { left: 'Feldspar', right: 'Melt' },
    ],
  },
]

export const homework = {
  task: 'Blend two of your glazes in five steps, fire the tiles, and write down what changed from one to the next and why. A photograph helps, words count.',
  handedIn: [
    {
      key: 'callum',
      body: 'Tenmoku into celadon, 0 to 100 in steps of 25. At 25 the green is gone already; at 50 the edge breaks rust. I think the iron passes four percent there.',
      grade: 85,
      comment: 'You saw the step at 25, which most people miss. Try 10 and 15 next, the interesting part is there.',
    },
    {
      key: 'tomas',
      body: 'Two whites, matt and glossy. Between 40 and 60 it is satin and I would stop there for plates. The matt end scratches with a fork.',
      grade: null,
      comment: '',
    },
  ],
}

/** Files of a SCORM 1.2 package: a page that asks for three weights, keeps its place and tells a score. */
export const recipe: Record<string, string> = {
  'imsmanifest.xml': `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="clay-fire-weigh" version="1.0" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="all"><organization identifier="all"><title>Weigh a recipe</title>
    <item identifier="weigh" identifierref="page"><title>Weigh a recipe</title><adlcp:masteryscore>60</adlcp:masteryscore></item>
  </organization></organizations>
  <resources><resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="index.html"><file href="index.html"/><file href="weigh.js"/></resource></resources>
</manifest>`,
  'index.html': `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Weigh a recipe</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:2.5rem auto;padding:0 1.25rem;color:#26221d}label{display:block;margin:1.25rem 0 .25rem}input{font:inherit;width:7rem;padding:.4rem .6rem;border:1px solid #a69c8e;border-radius:6px}button{font:inherit;margin-top:1.5rem;padding:.5rem 1.1rem;border:0;border-radius:6px;background:#8a4b2a;color:#fff}p.r{font-weight:600}</style></head>
<body><h1>Weigh a recipe</h1><p>A celadon for 2,000 g: feldspar 40 %, silica 30 %, whiting 20 %, kaolin 10 %. How many grams of each?</p>
<form><label for="a">Feldspar</label><input id="a" inputmode="numeric"> g<label for="b">Silica</label><input id="b" inputmode="numeric"> g<label for="c">Kaolin</label><input id="c" inputmode="numeric"> g<br><button>Check</button></form><p class="r" role="status"></p>
<script src="weigh.js"></script></body></html>`,
  'weigh.js': `(function () {
  var win = window; while (!win.API && win.parent && win.parent !== win) win = win.parent;
  var api = win.API, ids = ['a', 'b', 'c'], right = [800, 600, 200], field = function (id) { return document.getElementById(id); };
  if (!api) return;
  api.LMSInitialize('');
  var kept = api.LMSGetValue('cmi.suspend_data').split('|'); ids.forEach(function (id, i) { field(id).value = kept[i] || ''; });
  if (api.LMSGetValue('cmi.core.lesson_status') === 'not attempted') api.LMSSetValue('cmi.core.lesson_status', 'incomplete');
  var keep = function () { api.LMSSetValue('cmi.suspend_data', ids.map(function (id) { return field(id).value; }).join('|')); api.LMSSetValue('cmi.core.exit', 'suspend'); };
  document.forms[0].addEventListener('input', keep);
  document.forms[0].addEventListener('submit', function (event) {
    event.preventDefault(); keep();
    var good = ids.filter(function (id, i) { return Number(field(id).value.replace(/[ .,]/g, '')) === right[i]; }).length, score = Math.round(100 * good / 3);
    api.LMSSetValue('cmi.core.score.min', '0'); api.LMSSetValue('cmi.core.score.max', '100'); api.LMSSetValue('cmi.core.score.raw', String(score));
    api.LMSSetValue('cmi.core.lesson_status', score >= 60 ? 'passed' : 'failed'); api.LMSCommit('');
    document.querySelector('.r').textContent = good + ' of 3 right.' + (score >= 60 ? ' Well weighed.' : ' Weigh again.');
  });
})();`,
}
