/** A package that means harm: what its frame, the frames that it writes itself and its other documents reach of the world, and what a tab of its own does. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { APIRequestContext } from '@playwright/test'
import { manifest12, zip } from '../../plugins/packages/tests/kit.ts'
import { signIn } from './people.ts'
import { expect, test } from './test.ts'

/** Tells the page above what it found, and calls a machine elsewhere by whatever it has for that. */
const probe = (name: string, port: number) =>
  `(function(){var K=window.RTCPeerConnection||window.webkitRTCPeerConnection;if(K){var c=new K({iceServers:[{urls:'stun:127.0.0.1:${port}'}]});c.createDataChannel('x');c.createOffer().then(function(o){return c.setLocalDescription(o)})}top.postMessage({probe:'${name}',found:typeof K},'*')})()`
/** Ways to a window of one's own, tried by the package's script; `p` makes the script of a probe, `h` a page with it. */
const WAYS = `
function add(root, how) { var f = document.createElement('iframe'); how(f); root.appendChild(f); return f }
add(document.body, function (f) { f.srcdoc = h('property') });
add(document.body, function (f) { f.srcdoc = '<!doctype html><iframe srcdoc="' + h('nested') + '"></iframe>' });
document.body.insertAdjacentHTML('beforeend', '<iframe srcdoc="' + h('text') + '"></iframe>');
var box = document.createElement('div'); document.body.appendChild(box);
add(box.attachShadow({ mode: 'closed' }), function (f) { f.srcdoc = h('shadow') });
var far = new DOMParser().parseFromString('<iframe></iframe>', 'text/html').querySelector('iframe');
far.setAttribute('srcdoc', h('adopted')); document.body.appendChild(document.adoptNode(far));
add(document.body, function (f) { f.src = 'javascript:' + p('address') });
add(document.body, function (f) { f.src = ' \\tjava\\nscript:' + p('spaced') });
add(document.body, function (f) { f.src = 'data:text/html,' + encodeURIComponent(h('data')) });
add(document.body, function (f) { f.src = URL.createObjectURL(new Blob([h('blob')], { type: 'text/html' })) });
['drawing.svg', 'sheet.xml', 'page.xhtml', 'entity.xhtml', 'comment.html', 'wide.html', 'early.html'].forEach(function (name) { add(document.body, function (f) { f.src = name }) });
var late = add(document.body, function (f) { f.name = 'late'; f.src = 'early.html' });
late.onload = function () {
  late.onload = null; late.src = 'javascript:' + p('afterwards');
  setTimeout(function () { late.removeAttribute('src'); late.srcdoc = h('written-later') }, 200);
  var link = document.createElement('a'); link.target = 'late'; link.href = 'javascript:' + p('link'); document.body.appendChild(link); link.click();
};
// nothing of this is noticed before the script has ended
for (var end = Date.now() + 500; Date.now() < end; );
Array.prototype[Symbol.iterator] = Function.prototype.call = function () {};
top.postMessage({ probe: 'end' }, '*');
`
const X = 'xmlns="http://www.w3.org/1999/xhtml"'
const tag = (name: string, port: number) => `<script>${probe(name, port)}</script>`
const harmful = (port: number) =>
  zip({
    'imsmanifest.xml': manifest12('Harm'),
    'content/index.html': `<!doctype html><html><head></head><body>${tag('own', port)}<iframe srcdoc="${tag('parsed', port)}"></iframe><script>
      function p(name) { return ${JSON.stringify(probe('NAME', port))}.replace('NAME', name) }
      function h(name) { return '<script>' + p(name) + '</scr' + 'ipt>' }
      ${WAYS}</script></body></html>`,
    'content/drawing.svg': `<svg xmlns="http://www.w3.org/2000/svg"><script>${probe('drawing', port)}</script></svg>`,
    'content/sheet.xml': `<html ${X}><script>${probe('sheet', port)}</script></html>`,
    'content/page.xhtml': `<?xml version="1.0"?><!-- <html> --><html ${X}><script>${probe('xhtml', port)}</script><head></head></html>`,
    'content/entity.xhtml': `<!DOCTYPE html [<!ENTITY a "<html>">]><html ${X}><script>${probe('entity', port)}</script><head></head></html>`,
    'content/comment.html': `<!-- <head> -->${tag('comment', port)}<html><head></head></html>`,
    'content/wide.html': Buffer.from(`\ufeff<html>${tag('wide', port)}<head></head></html>`, 'utf16le'),
    'content/early.html': `${tag('early', port)}<!doctype html><head></head>`,
  })

/** A lesson with this package. @returns the address of its frame */
async function frameOf(request: APIRequestContext, origin: string, bytes: Buffer): Promise<string> {
  const call = async (method: 'get' | 'post', path: string, data?: object) => {
    const reply = await request[method](`/internal_api${path}`, { data, headers: { origin } })
    expect(reply.ok(), `${path}: ${await reply.text()}`).toBe(true)
    return reply.json()
  }
  const group = await call('post', '/space_groups', { name: 'Harm' })
  const { space } = await call('post', '/spaces', { name: 'Harm', space_group_id: group.id, types: ['course'] })
  const section = await call('post', `/courses/${space.id}/sections`, { section: { name: 'One' } })
  const lesson = await call('post', `/courses/${space.id}/lessons`, { lesson: { name: 'Harm', section_id: section.id, kind: 'scorm', status: 'published' } })
  const upload = await call('post', '/direct_uploads', { blob: { filename: 'harm.zip', byte_size: bytes.length, content_type: 'application/zip' } })
  const sent = await request.put(upload.direct_upload.url, { data: bytes, headers: { origin, ...upload.direct_upload.headers } })
  expect(sent.ok(), await sent.text()).toBe(true)
  const pack = await call('post', `/lessons/${lesson.id}/package`, { signed_id: upload.signed_id })
  await expect.poll(async () => (await call('get', `/lessons/${lesson.id}/package`)).status).toBe('ready')
  return (await call('post', `/packages/${pack.id}/launches`, {})).src
}

test('a package that means harm calls no other machine, and opens in no tab of its own', async ({ page, context, server }) => {
  const elsewhere = createSocket('udp4')
  elsewhere.bind(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  let packets = 0
  elsewhere.on('message', () => packets++)
  await signIn(page)
  const origin = new URL(server.address).origin
  const src = await frameOf(page.request, origin, await harmful(elsewhere.address().port))
  // as the lesson frames it, on a page that listens
  const site = createServer((_request, reply) => {
    reply.setHeader('content-type', 'text/html')
    reply.end(`<script>found = {}; addEventListener('message', ({ data }) => { if (data && data.probe) found[data.probe] = data.found ?? true })</script>
      <iframe src="${origin}${src}" sandbox="allow-scripts allow-forms allow-modals"></iframe>`)
  })
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
  try {
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
    const found = () => page.evaluate<Record<string, string | true>>('found')
    // the last that is tried, and one of each kind that is let run, without what would call
    await expect
      .poll(found)
      .toMatchObject({ end: true, 'written-later': 'undefined', early: 'undefined', wide: 'undefined', xhtml: 'undefined', nested: 'undefined' })
    const { end, ...probes } = await found()
    expect(Object.entries(probes).filter(([, kind]) => kind !== 'undefined')).toEqual([])
    expect(packets).toBe(0)
    const own = await context.newPage()
    const answer = await own.goto(`${origin}${src}`)
    expect([answer!.status(), (await answer!.json()).message]).toEqual([403, 'Open this package from its lesson.'])
  } finally {
    site.close()
    elsewhere.close()
  }
})
