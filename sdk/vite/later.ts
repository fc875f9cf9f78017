/**
 * The script of pages that visitors read as HTML. It fetches the shell with the first sign that somebody does more than read, or
 * when the page has been there for a while. What is pressed before the shell is there is kept, by its `data-press`, and pressed
 * in the shell once that has taken the page's place. A page with `data-wakes` in it is there to be filled in: it waits for nothing. Before that it sets what
 * `parts.clock` wrote to the reader's own clocks, as the shell will say it. It is a file, as the content policy lets no script stand in a page.
 */
import { SIGNS } from '../core/later.ts'
import { FIRST_OF_MONTH } from '../core/rules/dates.ts'

/** Milliseconds after the page has loaded. */
const PATIENCE = 3000

/** `data-shell` of its element names the shell's scripts, the entry last, `data-words` the words, which the shell fetches as well. */
export const later = [
  `{const{shell,words}=document.currentScript.dataset,root=document.getElementById('root'),files=shell.split(' '),signs=${JSON.stringify(SIGNS)},options={capture:true,passive:true}`,
  `const lang=document.documentElement.lang;for(const at of root.querySelectorAll('[data-clock]')){const{clock,format,unless,after='',bare}=at.dataset,own=new Intl.DateTimeFormat(lang,JSON.parse(format)),text=own.format(new Date(clock));at.textContent=unless&&own.format(new Date(unless))===text?'':(bare===undefined?text:text.replace('.','')).replace(lang==='pt-BR'?${FIRST_OF_MONTH}:/^$/,'1º')+after}for(const at of root.querySelectorAll('[data-zone]'))at.textContent=at.dataset.zone;for(const at of root.querySelectorAll('[data-elsewhere]')){const{elsewhere,of}=at.dataset,say=timeZone=>new Intl.DateTimeFormat(lang,{dateStyle:'short',timeStyle:'short',timeZone}).format(new Date(elsewhere));at.hidden=say()===say(of)}`,
  `const link=(rel,href,as)=>document.head.append(Object.assign(document.createElement('link'),{rel,href,crossOrigin:''},as&&{as}))`,
  `let timer`,
  `const start=()=>{clearTimeout(timer);for(const sign of signs)removeEventListener(sign,start,options);for(const file of files)link('modulepreload',file);link('preload',words,'fetch');import(files.at(-1)).catch(wait)}`,
  `const wait=()=>{for(const sign of signs)addEventListener(sign,start,options)}`,
  `const press=event=>{const at=event.target.closest('[data-press]');if(!at||event.ctrlKey||event.metaKey||event.shiftKey)return;if(!root.contains(at)||!root.isConnected)return removeEventListener('click',press,true);event.preventDefault();root.querySelector('[data-press][aria-busy]')?.removeAttribute('aria-busy');at.ariaBusy='true';root.dataset.press=at.dataset.press}`,
  `addEventListener('click',press,true);if(root.querySelector('[data-wakes]'))start();else{wait();addEventListener('load',()=>{timer=setTimeout(start,${PATIENCE})})}}`,
].join(';')
