/** Packages made here, small ones: of SCORM 1.2, of SCORM 2004, of Common Cartridge, and bad ones. */
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

export async function zip(files: Record<string, string | Uint8Array>, options: { mode?: number; compress?: boolean } = {}): Promise<Buffer> {
  const archive = new ZipFile()
  for (const [name, data] of Object.entries(files))
    archive.addBuffer(Buffer.from(data as string), name, {
      mtime: new Date(0),
      compress: options.compress ?? true,
      ...(options.mode ? { mode: options.mode } : {}),
    })
  archive.end()
  return buffer(archive.outputStream)
}

/** A name in an archive that yazl would not write: bytes of the same length put in its place. */
export const renamed = (archive: Buffer, from: string, to: string): Buffer => {
  if (from.length !== to.length) throw new Error('Names of one length.')
  return Buffer.from(archive.toString('latin1').replaceAll(from, to), 'latin1')
}

/** Finds its API as the many wrappers do, notes a page, and reports on a button. */
const page = (word: string) => `<!doctype html><html><head><meta charset="utf-8"><title>${word}</title></head><body>
<h1>${word}</h1><p id="state"></p><button id="next">Next</button> <button id="finish">Finish</button>
<script src="lesson.js"></script></body></html>`
const script = (is2004: boolean) => `
var names = ${is2004 ? "['API_1484_11', 'Initialize', 'GetValue', 'SetValue', 'Commit', 'Terminate']" : "['API', 'LMSInitialize', 'LMSGetValue', 'LMSSetValue', 'LMSCommit', 'LMSFinish']"};
function find(win) { var tries = 0; while (!win[names[0]] && win.parent && win.parent != win && tries++ < 7) win = win.parent; return win[names[0]]; }
var api = find(window), get = function (name) { return api[names[2]](name); }, set = function (name, value) { return api[names[3]](name, value); };
api[names[1]]('');
var status = ${is2004 ? "'cmi.completion_status'" : "'cmi.core.lesson_status'"}, place = ${is2004 ? "'cmi.location'" : "'cmi.core.lesson_location'"};
var at = Number(get(place)) || 1;
var show = function () { document.getElementById('state').textContent = 'Page ' + at + ' of 3, ' + get(status) + ', ' + get(${is2004 ? "'cmi.learner_name'" : "'cmi.core.student_name'"}); };
if (/^(unknown|not attempted)$/.test(get(status))) set(status, 'incomplete');
show();
document.getElementById('next').onclick = function () { at = Math.min(3, at + 1); set(place, String(at)); set(${is2004 ? "'cmi.exit'" : "'cmi.core.exit'"}, 'suspend'); api[names[4]](''); show(); };
document.getElementById('finish').onclick = function () {
  set(${is2004 ? "'cmi.score.scaled', '0.9'" : "'cmi.core.score.raw', '90'"});
  ${is2004 ? "set('cmi.success_status', 'passed');" : "set('cmi.core.score.min', '0'); set('cmi.core.score.max', '100');"}
  set(status, ${is2004 ? "'completed'" : "'passed'"}); set(${is2004 ? "'cmi.session_time', 'PT2M'" : "'cmi.core.session_time', '00:02:00'"}); api[names[4]](''); api[names[5]](''); document.getElementById('state').textContent = 'Done';
};`

export const manifest12 = (title: string, extra = '') => `<?xml version="1.0"?>
<manifest identifier="m" version="1" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
<metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
<organizations default="o"><organization identifier="o"><title>${title}</title>
<item identifier="one" identifierref="r1"><title>${title} one</title><adlcp:masteryscore>80</adlcp:masteryscore></item>${extra}</organization></organizations>
<resources><resource identifier="r1" type="webcontent" adlcp:scormtype="sco" href="content/index.html"><file href="content/index.html"/></resource>
<resource identifier="r2" type="webcontent" adlcp:scormtype="asset" href="content/more.html"/></resources></manifest>`
export const scorm12 = (title = 'Wedging', extra = '') =>
  zip({
    'imsmanifest.xml': manifest12(title, extra),
    'content/index.html': page(title),
    'content/more.html': `<html><body>${title} more</body></html>`,
    'content/lesson.js': script(false),
    'content/dot.png': Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
  })
export const scorm2004 = (title = 'Glazing') =>
  zip({
    'imsmanifest.xml': `<?xml version="1.0"?><manifest identifier="m" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
<metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
<organizations default="o"><organization identifier="o"><title>${title}</title><item identifier="only" identifierref="r"><title>${title}</title>
<imsss:sequencing><imsss:objectives><imsss:primaryObjective satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.7</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives></imsss:sequencing></item></organization></organizations>
<resources xml:base="app/"><resource identifier="r" type="webcontent" adlcp:scormType="sco" href="index.html?mode=normal"/></resources></manifest>`,
    'app/index.html': page(title),
    'app/lesson.js': script(true),
  })
export const cartridge = (more: Record<string, string> = {}) =>
  zip({
    'imsmanifest.xml': `<?xml version="1.0"?><manifest identifier="m" xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"><metadata><schema>IMS Common Cartridge</schema><schemaversion>1.1.0</schemaversion></metadata>
<organizations><organization identifier="o"><item identifier="root"><item identifier="s1"><title>Week one</title>
<item identifier="l1" identifierref="r1"><title>Clay bodies</title></item><item identifier="l2" identifierref="r2"><title>A link</title></item></item>
<item identifier="s2"><title>Week two</title><item identifier="l3" identifierref="r3"><title>Kilns</title></item></item></item></organization></organizations>
<resources><resource identifier="r1" type="webcontent" href="pages/clay.html"/><resource identifier="r2" type="imswl_xmlv1p1"><file href="links/one.xml"/></resource><resource identifier="r3" type="webcontent" href="pages/kiln.html"/></resources></manifest>`,
    'pages/clay.html': '<html><head><title>x</title><script>alert(1)</script></head><body><h1>Clay</h1><p>Stoneware is grey.</p></body></html>',
    'pages/kiln.html': '<p>Kilns are hot.</p>',
    'links/one.xml': '<webLink xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imswl_v1p1"><title>A link</title><url href="https://example.com/clay"/></webLink>',
    ...more,
  })
