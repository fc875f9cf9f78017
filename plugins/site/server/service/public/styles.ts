/**
 * The style sheet of pages. Each part stands with the classes that it is for, and only what a page uses is sent. Blocks of other plugins are drawn
 * with the same names.
 */

/** Classes, or the beginning of a tag. */
type Part = [names: string, css: string]
const BASE = `*,::before,::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-behavior:smooth;scroll-padding-block-start:5rem}
body{margin:0;background:var(--bg);color:var(--text);font:400 1.0625rem/1.62 var(--font);-webkit-font-smoothing:antialiased;overflow-wrap:break-word}
:root,.on-soft,.on-card,.on-brand,.on-dark,.over{--line:color-mix(in oklab,var(--text) 15%,transparent)}
h1,h2,h3,h4,p,ul,ol,dl,dd,figure,blockquote{margin:0;padding:0}
ul,ol{list-style:none}
img,svg,video,iframe{max-width:100%;border:0;vertical-align:middle}
img{height:auto}
a{color:inherit}
button,input{font:inherit}
[hidden]{display:none!important}
:focus-visible{outline:3px solid var(--link);outline-offset:3px;border-radius:4px}
.in{width:min(var(--w),100% - 3rem);margin-inline:auto}
.band{position:relative;isolation:isolate;background:var(--bg);color:var(--text)}
h1,h2,h3,.h1,.h2,.h3{font-family:var(--display);font-weight:650;text-wrap:balance}
h1,.h1{font-size:clamp(2.6rem,1.5rem + 4.6vw,5.1rem);line-height:1.02;letter-spacing:-.03em}
h2,.h2{font-size:clamp(1.9rem,1.35rem + 2.2vw,3rem);line-height:1.09;letter-spacing:-.022em}
h1.h2{font-size:clamp(2.1rem,1.4rem + 3vw,3.6rem);line-height:1.06}
h3,.h3{font-size:1.3rem;line-height:1.3;letter-spacing:-.012em}
.lead{font-size:clamp(1.12rem,1rem + .5vw,1.3rem);line-height:1.56;color:var(--muted);text-wrap:pretty}
.muted{color:var(--muted)}
.sr{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;inset-block-start:-5rem;inset-inline-start:1rem;z-index:9;padding:.7rem 1.1rem;background:var(--accent);color:var(--on-accent);border-radius:0 0 8px 8px}
.skip:focus{inset-block-start:0}
.top{position:relative;z-index:5;background:var(--bg);border-block-end:1px solid var(--line)}
.top .in{display:flex;align-items:center;gap:1.75rem;min-height:4.5rem}
.brand{display:inline-flex;align-items:center;gap:.7rem;margin-inline-end:auto;font:650 1.2rem/1.2 var(--display);text-decoration:none;letter-spacing:-.015em}
.brand img{height:2.25rem;width:auto;max-width:12rem;object-fit:contain}
.brand img.dk{display:none}
.btn{display:inline-flex;align-items:center;justify-content:center;gap:.5rem;min-height:3rem;padding:.55rem 1.45rem;border:1.5px solid transparent;border-radius:calc(var(--r) + 10px);background:var(--accent);color:var(--on-accent);font-weight:620;line-height:1.2;text-align:center;text-decoration:none;cursor:pointer;transition:transform .15s,filter .15s}
.btn:hover{filter:brightness(1.06);transform:translateY(-1px)}
.btn.outline{background:none;border-color:color-mix(in oklab,var(--text) 40%,transparent);color:var(--text)}
.btn.plain{background:none;color:var(--link);padding-inline:.4rem;text-decoration:underline;text-underline-offset:.3em}
.btn.small{min-height:2.6rem;padding-inline:1.1rem;font-size:.95rem}
.i{width:1.4em;height:1.4em;fill:none;stroke:currentColor;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round;flex:none}
.footer{background:var(--bg);border-block-start:1px solid var(--line);padding-block:2.75rem;font-size:.95rem;color:var(--muted)}
.footer .in{display:flex;flex-wrap:wrap;gap:1.5rem 3rem;justify-content:space-between}
.footer ul{display:flex;flex-wrap:wrap;gap:.6rem 1.6rem}
.footer a{text-decoration:none}
@media(max-width:47.99em){.in{width:min(var(--w),100% - 2.5rem)}.only-desktop{display:none}.top .in{gap:.75rem;min-height:4rem}}
@media(min-width:48em){.only-phone{display:none}}
@media(prefers-reduced-motion:reduce){*{transition:none!important;animation:none!important;scroll-behavior:auto!important}}`
const DARK_LOGO = '.brand img.dk{display:inline}.brand img.dk~img,.brand img.lt{display:none}'

const PARTS: Part[] = [
  [
    'menu',
    `.menu,.menu ul{display:flex;align-items:center;gap:1.6rem;font-size:.97rem;font-weight:550}.menu a{text-decoration:none}.menu a:not(.btn):hover,.footer a:hover{text-decoration:underline;text-underline-offset:.3em}`,
  ],
  [
    '<details',
    `.menu li{position:relative}.menu details>summary{cursor:pointer;list-style:none;display:flex;gap:.3rem;align-items:center}.menu summary::-webkit-details-marker{display:none}.menu summary .i{width:1rem;height:1rem}.menu details>ul{position:absolute;inset-block-start:calc(100% + .8rem);inset-inline-start:-1rem;flex-direction:column;align-items:stretch;gap:0;min-width:13rem;padding:.5rem;background:var(--surface);border:1px solid var(--line);border-radius:min(var(--r),14px);box-shadow:0 14px 40px #0002}.menu details>ul a{display:block;padding:.55rem .8rem;border-radius:8px}`,
  ],
  [
    'phone',
    `.phone{display:none}@media(max-width:47.99em){.menu{display:none}.phone{display:block}.phone>summary{list-style:none;display:grid;place-items:center;width:2.75rem;height:2.75rem;border-radius:10px;cursor:pointer}.phone>summary::-webkit-details-marker{display:none}.phone[open]>summary{background:var(--soft)}.phone nav{position:absolute;inset-inline:0;inset-block-start:100%;background:var(--surface);border-block:1px solid var(--line);box-shadow:0 20px 40px #0002;padding:.75rem 1.25rem 1.5rem}.phone li a{display:block;padding:.75rem 0;text-decoration:none;font-weight:550;border-block-end:1px solid var(--line)}.phone li li a{padding-inline-start:1.25rem}.phone .btns{margin-block-start:1.25rem}.phone .btn{flex:1}}`,
  ],
  ['t0', '.t0{padding-block-start:0}'],
  ['ts', '.ts{padding-block-start:1.25rem}'],
  ['tm', '.tm{padding-block-start:clamp(2.5rem,1.6rem + 3.6vw,4.5rem)}'],
  ['tl', '.tl{padding-block-start:clamp(4rem,2.5rem + 6vw,7.5rem)}'],
  ['b0', '.b0{padding-block-end:0}'],
  ['bs', '.bs{padding-block-end:1.25rem}'],
  ['bm', '.bm{padding-block-end:clamp(2.5rem,1.6rem + 3.6vw,4.5rem)}'],
  ['bl', '.bl{padding-block-end:clamp(4rem,2.5rem + 6vw,7.5rem)}'],
  [
    'sub',
    '.sub.tm,.sub.tl{padding-block-start:0}.sub.bm,.sub.bl{padding-block-end:0}.sub[class*=on-]{padding:clamp(1.25rem,3vw,2.25rem);border-radius:var(--r);background:var(--bg);color:var(--text);position:relative;isolation:isolate;overflow:hidden}',
  ],
  ['on-soft', '.on-soft{background:var(--soft)!important}'],
  ['on-card', '.on-card{background:var(--surface)!important}.sub.on-card{box-shadow:inset 0 0 0 1px var(--line)}'],
  [
    'on-brand',
    '.on-brand{background:var(--accent)!important;color:var(--on-accent)!important;--b:var(--accent);--t:var(--on-accent)}.on-brand>*{--bg:var(--b);--text:var(--t);--muted:var(--t);--link:var(--t);--surface:color-mix(in oklab,var(--t) 10%,var(--b));--accent:var(--t);--on-accent:var(--b);--soft:color-mix(in oklab,var(--t) 12%,var(--b));--line:color-mix(in oklab,var(--t) 25%,transparent)}',
  ],
  ['head', '.head{max-width:44rem;display:grid;gap:1rem;margin-block-end:clamp(1.75rem,1rem + 2.5vw,3rem)}.head.mid{margin-inline:auto}'],
  ['mid', '.mid{text-align:center;justify-content:center;justify-items:center;align-items:center}.mid .btns{justify-content:center}'],
  [
    'btns',
    '.btns{display:flex;flex-wrap:wrap;gap:.8rem;margin-block-start:1.5rem}.btns:first-child{margin:0}.btns.tower .btn{align-self:stretch}.btns.tower{flex-direction:column;max-width:26rem;width:100%;margin-inline:auto}.btns.tower .btn{min-height:3.5rem}',
  ],
  ['eyebrow', '.eyebrow{font-size:.9rem;font-weight:620;letter-spacing:.02em;color:var(--link)}.over .eyebrow{color:inherit}'],
  ['note', '.note{font-size:.92rem;color:var(--muted)}.grid+.note,.people+.note{margin-block-start:1.25rem}'],
  [
    'hero',
    `.hero{display:grid;align-items:center;padding-block:clamp(1rem,4vw,3.5rem)}.hero-b{display:grid;gap:1.4rem;max-width:46rem;position:relative}.hero .lead{max-width:38rem}.hero .btns{margin-block-start:.5rem}
.hero.centre{justify-items:center;text-align:center;gap:3rem}.hero.centre .hero-b,.hero.centre .lead{justify-items:center}.hero.centre .btns{justify-content:center}
.hero.foot .hero-b{align-self:end}.hero.foot{min-height:min(74vh,44rem)}
.shot{width:100%;border-radius:var(--r);object-fit:cover;aspect-ratio:16/10;position:relative;overflow:hidden}
.plate{background:var(--soft);min-height:18rem}
.hero.beside{grid-template-columns:1fr;gap:2.5rem}
@media(min-width:56em){.hero.beside{grid-template-columns:1.1fr 1fr;gap:clamp(2rem,5vw,5rem)}.hero.beside h1,.hero.beside .h1{font-size:clamp(2.6rem,1rem + 3.6vw,4.2rem)}.hero.beside .shot{aspect-ratio:1/1.02}}`,
  ],
  [
    'over',
    '.over{color:var(--text)}.sub .over{position:relative;z-index:0}.back{position:absolute;inset:0;width:100%;height:100%;object-fit:cover;z-index:-2}.over::before{content:"";position:absolute;z-index:-1;inset:0;background:linear-gradient(90deg,#0a0a0ee6,#0a0a0e99 60%,#0a0a0e73)}[dir=rtl] .over::before{transform:scaleX(-1)}.band:has(.over){overflow:hidden}.over .lead,.over .note{color:var(--text)}',
  ],
  ['art', '.art{position:absolute;inset:0;z-index:-1;overflow:hidden;pointer-events:none}.shot .art{z-index:0}'],
  [
    'glow',
    '.art.glow{background:radial-gradient(60rem 34rem at 82% 8%,color-mix(in oklab,var(--accent) 30%,transparent),transparent 70%),radial-gradient(46rem 30rem at 12% 100%,color-mix(in oklab,oklch(from var(--accent) l c calc(h + 70)) 20%,transparent),transparent 70%)}',
  ],
  [
    'dots',
    '.art.dots{background:radial-gradient(color-mix(in oklab,var(--text) 26%,transparent) 1.2px,transparent 1.6px) 0 0/22px 22px;mask:linear-gradient(120deg,transparent 35%,#000)}',
  ],
  ['rings', '.art.rings{background:repeating-radial-gradient(circle at 88% 60%,transparent 0 54px,color-mix(in oklab,var(--text) 12%,transparent) 55px 56px)}'],
  [
    'waves',
    '.art.waves{background:radial-gradient(90% 34% at 70% 106%,color-mix(in oklab,var(--accent) 46%,transparent) 99%,transparent),radial-gradient(80% 50% at 22% 112%,color-mix(in oklab,oklch(from var(--accent) l c calc(h + 40)) 34%,transparent) 99%,transparent),radial-gradient(90% 66% at 92% 118%,color-mix(in oklab,oklch(from var(--accent) l c calc(h - 40)) 26%,transparent) 99%,transparent)}.hero:has(>.art.waves){padding-block-end:clamp(6rem,14vw,12rem)}',
  ],
  [
    'grid people',
    '.grid,.people{display:grid;gap:clamp(1rem,2vw,1.75rem);grid-template-columns:1fr}.grid.tight{gap:.75rem;grid-template-columns:1fr 1fr}@media(min-width:40em){.grid{grid-template-columns:1fr 1fr}.grid.g1{grid-template-columns:1fr}}@media(min-width:60em){.g3{grid-template-columns:repeat(3,1fr)}.g4{grid-template-columns:repeat(4,1fr)}.g5{grid-template-columns:repeat(5,1fr)}}',
  ],
  [
    'card',
    '.card{background:var(--surface);color:var(--text);border:1px solid var(--line);border-radius:var(--r);overflow:hidden;display:flex;flex-direction:column}.card h3 a{text-decoration:none}.card h3 a:hover{text-decoration:underline}.card .sign{margin:1.5rem 1.5rem 0}',
  ],
  ['card-b', '.card-b{padding:1.5rem;display:grid;gap:.5rem;align-content:start;flex:1}'],
  ['card-p', '.card-p{width:100%;aspect-ratio:16/9;object-fit:cover}'],
  ['item', '.item{display:grid;gap:1rem;align-content:start}.item .card-b{padding:0}.item .card-p{border-radius:var(--r)}'],
  ['sign', '.sign{display:grid;place-items:center;width:3rem;height:3rem;border-radius:min(var(--r),14px);background:var(--soft);color:var(--link)}'],
  [
    'swatch',
    '.swatch{display:grid;place-items:center;aspect-ratio:auto;height:8.5rem;color:#fff;background:oklch(from var(--accent) .52 min(c,.15) h)}.swatch .i{width:2.4rem;height:2.4rem}li:nth-child(6n+2)>.swatch{background:oklch(from var(--accent) .5 min(c,.13) calc(h + 60))}li:nth-child(6n+3)>.swatch{background:oklch(from var(--accent) .4 min(c,.09) calc(h - 50))}li:nth-child(6n+4)>.swatch{background:oklch(from var(--accent) .52 min(c,.13) calc(h + 120))}li:nth-child(6n+5)>.swatch{background:oklch(from var(--accent) .5 min(c,.14) calc(h - 100))}li:nth-child(6n+6)>.swatch{background:oklch(from var(--accent) .34 min(c,.06) h)}',
  ],
  [
    'quotes',
    '.quote{padding:1.75rem;background:var(--surface);color:var(--text);border:1px solid var(--line);border-radius:var(--r)}.quote figure{display:flex;flex-direction:column;gap:1.25rem;height:100%}.say{font:500 1.2rem/1.5 var(--display);letter-spacing:-.01em;text-wrap:pretty}.g1 .say{font-size:clamp(1.4rem,1rem + 2vw,2.1rem);line-height:1.35}.say+.say{margin-block-start:.8em}.quote figcaption{display:flex;align-items:center;gap:.8rem;margin-block-start:auto;font-size:.95rem;line-height:1.35}.quote b,.quote .muted{display:block;text-align:start}',
  ],
  ['face', '.face{width:3rem;height:3rem;border-radius:50%;object-fit:cover;flex:none}'],
  [
    'steps',
    '.steps{display:grid;gap:1.75rem;counter-reset:s}.steps li{counter-increment:s;display:grid;gap:.35rem;position:relative;padding-inline-start:4rem;min-height:3rem}.steps li::before{content:counter(s);position:absolute;inset-inline-start:0;inset-block-start:-.15rem;display:grid;place-items:center;width:2.75rem;height:2.75rem;border-radius:50%;border:1.5px solid var(--line);font:600 1.1rem var(--display);color:var(--link)}@media(min-width:60em){.steps{grid-template-columns:repeat(auto-fit,minmax(15rem,1fr));gap:2.5rem}.steps li{padding:4rem 0 0}}',
  ],
  [
    'faq',
    '.faq{display:grid;gap:1rem}.faq .head{margin-block-end:1rem}.faq details{border-block-end:1px solid var(--line)}.faq summary{display:flex;align-items:center;justify-content:space-between;gap:1rem;padding-block:1.15rem;font-size:1.14rem;font-weight:600;line-height:1.4;cursor:pointer;list-style:none}.faq summary::-webkit-details-marker{display:none}.faq summary .i{transition:transform .2s;color:var(--muted)}.faq [open] summary .i{transform:rotate(45deg)}.faq .prose{padding-block-end:1.4rem;color:var(--muted)}@media(min-width:60em){.faq:has(.head:not(.mid)){grid-template-columns:20rem 1fr;gap:4.5rem}}',
  ],
  [
    'prose',
    '.prose{max-width:43rem;margin-inline:auto}.prose.wide,.cols .prose,.faq .prose{max-width:none}.prose>*+*{margin-block-start:1em}.prose h2{font-size:1.75rem;margin-block-start:1.6em}.prose h3{margin-block-start:1.5em}.prose a{color:var(--link);text-underline-offset:.2em}.prose ul{list-style:disc}.prose ol{list-style:decimal}.prose :is(ul,ol){padding-inline-start:1.4em}.prose li+li{margin-block-start:.35em}',
  ],
  [
    'big',
    '.prose.big{max-width:52rem;margin-inline:0;font:500 clamp(1.35rem,1rem + 1.4vw,2rem)/1.4 var(--display);letter-spacing:-.014em}.cols .prose.big{font-size:1.3rem}',
  ],
  ['tasks', '.prose ul.tasks{list-style:none;padding:0}'],
  [
    '<table',
    '.prose table{border-collapse:collapse;width:100%}.prose :is(td,th){border:1px solid var(--line);padding:.5em .7em;text-align:start;vertical-align:top}',
  ],
  ['<pre', '.prose pre{overflow:auto;padding:1rem;border-radius:var(--r);background:var(--soft);font-size:.9em}'],
  ['<blockquote', '.prose blockquote{border-inline-start:3px solid var(--accent);padding-inline-start:1.1em;color:var(--muted)}'],
  ['data-align=', '.prose [data-align=center]{text-align:center}.prose [data-align=right]{text-align:end}'],
  ['<img', '.prose img{border-radius:var(--r)}'],
  ['<hr', '.prose hr{border:0;border-block-start:1px solid var(--line)}'],
  ['link', '.link{color:var(--link)}'],
  [
    'pic poster',
    '.pic,.poster{width:100%;border-radius:var(--r);object-fit:cover}.pic.wide{aspect-ratio:16/9}.pic.square{aspect-ratio:1}.pic.tall{aspect-ratio:4/5}figure.small{max-width:43rem;margin-inline:auto}figcaption{margin-block-start:.7rem;font-size:.92rem;color:var(--muted)}',
  ],
  [
    'player',
    '.player{position:relative;display:grid;place-items:center;overflow:hidden;border-radius:var(--r);background:#14151b;color:#fff}.player>.poster{position:absolute;inset:0;height:100%;opacity:.75}.player iframe{position:absolute;inset:0;width:100%;height:100%}.play{position:relative;display:inline-flex;align-items:center;gap:.6rem;padding:.9rem 1.4rem;border-radius:99px;background:#fff;color:#14151b;font-weight:620;text-decoration:none}.by{position:absolute;inset-block-end:.7rem;inset-inline:1rem;text-align:center;font-size:.85rem;color:#fff}.player:has(.poster) .by{text-shadow:0 0 6px #000}',
  ],
  [
    'logos',
    '.logos{display:flex;flex-wrap:wrap;align-items:center;justify-content:center;gap:1.5rem 3rem;margin-block-start:1.25rem}.logo{height:2.4rem;width:auto;max-width:10rem;object-fit:contain}.word{font:600 1.2rem var(--display);color:var(--muted)}.logos a{text-decoration:none}',
  ],
  [
    'call',
    '.call{display:flex;flex-wrap:wrap;align-items:end;justify-content:space-between;gap:1.5rem 3rem;padding-block:clamp(.5rem,2vw,1.5rem)}.call>div:not(.btns){max-width:40rem;display:grid;gap:1rem}.call .btns{margin:0}.call.mid{flex-direction:column;align-items:center}',
  ],
  [
    'join',
    '.join{display:grid;gap:1rem;justify-items:start}.join.mid{justify-items:center}.join .lead{max-width:38rem}.join.card{padding:clamp(1.75rem,5vw,4rem);background:var(--soft);border-color:transparent}.join .btns{margin-block-start:.5rem}',
  ],
  ['count', '.count{display:grid;gap:1.5rem}'],
  [
    'clock',
    '.clock{display:flex;flex-wrap:wrap;justify-content:center;gap:.75rem}.clock span{min-width:6.2rem;padding:1.1rem .8rem;background:var(--surface);color:var(--text);border:1px solid var(--line);border-radius:var(--r);font-size:.9rem}.clock b{display:block;font:650 2.5rem/1.1 var(--display);font-variant-numeric:tabular-nums}@media(max-width:30em){.clock span{min-width:4.6rem;padding-inline:.4rem}.clock b{font-size:1.9rem}}',
  ],
  [
    'cols',
    '.cols{display:grid;gap:clamp(1.5rem,4vw,3.5rem)}.cols>div,.stack{display:grid;gap:1.5rem;align-content:start;min-width:0}.cols.middle{align-items:center}.cols.stretch>div{align-content:stretch}@media(max-width:47.99em){.cols.turn>:first-child{order:2}}@media(min-width:48em){.c2{grid-template-columns:1fr 1fr}.c2.wide_first{grid-template-columns:1.6fr 1fr}.c2.wide_last{grid-template-columns:1fr 1.6fr}.c3,.c4{grid-template-columns:1fr 1fr}}@media(min-width:60em){.c3{grid-template-columns:repeat(3,1fr)}.c3.wide_first{grid-template-columns:2fr 1fr 1fr}.c3.wide_last{grid-template-columns:1fr 1fr 2fr}.c4{grid-template-columns:repeat(4,1fr)}}',
  ],
  ['stack', '.stack{display:grid;gap:1.5rem;min-width:0}.narrow{max-width:43rem;margin-inline:auto}'],
  [
    'thin thick dots',
    'hr.thin{border:0;border-block-start:1px solid var(--line);margin:0}hr.thick{border:0;height:4px;width:5rem;background:var(--accent);border-radius:4px;margin:0 auto}hr.dots{border:0;height:6px;margin:0 auto;width:3.5rem;background:radial-gradient(circle,var(--muted) 2.5px,transparent 3px) 0 0/20px 6px}',
  ],
  ['gap', '.gap.small{height:1rem}.gap.medium{height:3rem}.gap.large{height:6rem}'],
  ['code', '.code{display:block;width:100%;background:none}'],
  [
    'empty',
    '.empty{display:grid;place-items:center;padding:1.5rem;border:1.5px dashed var(--line);border-radius:var(--r);color:var(--muted);text-align:center}',
  ],
  [
    'rows',
    '.rows>li{border:0;border-block-end:1px solid var(--line);border-radius:0;background:none;overflow:visible}.rows .card-b{padding:1.25rem 0}.rows .card-p{display:none}.rows .event .card-b{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem 1.5rem}.event-b{flex:1 1 16rem;display:grid;gap:.2rem}',
  ],
  [
    'leaf',
    '.leaf{display:grid;place-items:center;width:4.2rem;padding:.5rem;border:1px solid var(--line);border-radius:min(var(--r),14px);background:var(--surface);font-size:.85rem;line-height:1.25;color:var(--muted);text-align:center}.leaf b{font:650 1.5rem/1.1 var(--display);color:var(--text)}',
  ],
  ['tag', '.tag{display:inline-block;padding:.15rem .6rem;border-radius:99px;background:var(--soft);color:var(--link);font-size:.85rem;font-weight:600}'],
  [
    'people',
    '.people{grid-template-columns:repeat(auto-fill,minmax(8.5rem,1fr));text-align:center}.people a{text-decoration:none;display:block}.people :is(b,.muted){display:block;line-height:1.35}.people .face{width:4.5rem;height:4.5rem;margin:0 auto .6rem}.people.bare{display:flex;flex-wrap:wrap;gap:.5rem}.people.bare .face{width:3.25rem;height:3.25rem;margin:0}',
  ],
  ['letters', '.letters{display:grid;place-items:center;background:oklch(.9 .06 var(--h,250));color:oklch(.35 .1 var(--h,250));font-weight:600}'],
  ['sum', '.sum{font:650 2.5rem/1.1 var(--display);letter-spacing:-.02em}'],
  [
    'price',
    '.price .card-b{display:flex;flex-direction:column;padding:2rem 1.75rem;gap:.6rem}.price .ticks,.price .muted{margin-block:.9rem 1.4rem}.price.dip{border:2px solid var(--accent)}.price .btn{margin-block-start:auto}',
  ],
  ['trial', '.trial{font-weight:600;color:var(--link)}'],
  [
    'ticks',
    '.ticks{display:grid;gap:.6rem}.ticks li{padding-inline-start:1.7rem;position:relative}.ticks li::before{content:"✓";position:absolute;inset-inline-start:0;color:var(--link);font-weight:700}',
  ],
  ['framed', '.framed{display:block;width:100%}'],
  [
    'course',
    '@media(min-width:56em){.course:has(.outline){display:grid;grid-template-columns:1.2fr 1fr;gap:3.5rem}}.course>div{display:grid;gap:1rem;align-content:start}.course .card-p{border-radius:var(--r)}.course .head{margin:0}',
  ],
  [
    'outline',
    '.outline details{border-block-end:1px solid var(--line)}.outline summary{padding-block:.9rem;font-weight:600;cursor:pointer}.outline ol{padding:0 0 1rem 1.4rem;list-style:decimal;color:var(--muted)}',
  ],
  ['mark', '.mark{font-size:1.7rem;line-height:1}img.mark{width:2rem;height:2rem;object-fit:contain}'],
  [
    'banner',
    '.banner{position:fixed;inset-inline:1rem;inset-block-end:1rem;z-index:8;max-width:34rem;padding:1.4rem;background:var(--surface);color:var(--text);border:1px solid var(--line);border-radius:var(--r);box-shadow:0 18px 60px #0003;font-size:.97rem}.banner .btns{margin-block-start:1rem}.banner .btn{min-height:2.75rem;flex:1}.banner fieldset{border:0;padding:0;margin:1rem 0 0;display:grid;gap:.5rem}.banner label{display:flex;gap:.6rem;align-items:center}',
  ],
  [
    'gate',
    '.gate{display:grid;gap:1.25rem;max-width:28rem;margin:clamp(2rem,10vh,7rem) auto;text-align:center}.gate form{display:grid;gap:.9rem;text-align:start}.gate label{font-weight:600}.gate input{width:100%;min-height:3rem;padding:.6rem 1rem;margin-block-start:.4rem;border:1.5px solid color-mix(in oklab,var(--text) 45%,transparent);border-radius:min(var(--r),14px);background:var(--surface);color:var(--text)}.gate .btns{justify-content:center;margin:0}.wrong{color:var(--text);font-weight:600}.wrong:empty{display:none}',
  ],
]
const minified = (css: string): string => css.replace(/\n/g, '')

/** The part that a document uses. @param parts all of it where what is drawn will change, as in the editor */
export function stylesOf(
  html: string,
  { hasDarkLogo = false, appearance = 'system', all = false }: { hasDarkLogo?: boolean; appearance?: string; all?: boolean } = {},
): string {
  const used = new Set<string>()
  for (const [, names] of html.matchAll(/class="([^"]*)"/g)) for (const name of names!.split(' ')) used.add(name)
  const css = [
    BASE,
    ...PARTS.filter(([names]) => all || names.split(' ').some((name) => used.has(name) || (/\W/.test(name[0]! + name.at(-1)!) && html.includes(name)))).map(
      ([, part]) => part,
    ),
  ]
  if (hasDarkLogo && appearance !== 'light') css.push(appearance === 'dark' ? DARK_LOGO : `@media(prefers-color-scheme:dark){${DARK_LOGO}}`)
  return minified(css.join('\n'))
}
