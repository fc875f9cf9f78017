/**
 * The script of pages that visitors read as HTML. Where the page is whole, it fetches the shell with the first sign that somebody
 * does more than read, or when the page has been there for a while; where it is a beginning, once that is painted. It is a file,
 * as the content policy lets no script stand in a page.
 */

/** Milliseconds after the page has loaded. */
const PATIENCE = 3000
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'wheel', 'scroll']

/** `data-shell` of its element names the shell's scripts, the entry last, `data-words` the words, which the shell fetches as well; `data-begun` is there where the page is a beginning. */
export const later = [
  `{const{shell,words,begun}=document.currentScript.dataset,files=shell.split(' '),signs=${JSON.stringify(SIGNS)},options={capture:true,passive:true}`,
  `const link=(rel,href,as)=>document.head.append(Object.assign(document.createElement('link'),{rel,href,crossOrigin:''},as&&{as}))`,
  `let timer`,
  `const start=()=>{painted.disconnect();clearTimeout(timer);for(const sign of signs)removeEventListener(sign,start,options);for(const file of files)link('modulepreload',file);link('preload',words,'fetch');import(files.at(-1)).catch(wait)}`,
  `const wait=()=>{for(const sign of signs)addEventListener(sign,start,options)}`,
  `const painted=new PerformanceObserver(list=>{if(list.getEntriesByName('first-contentful-paint').length)start()})`,
  `if(begun!==undefined)painted.observe({type:'paint',buffered:true})`,
  `wait();addEventListener('load',()=>{timer=setTimeout(start,${PATIENCE})})}`,
].join(';')
