import type { Preload } from './preloads.ts';

export interface InlineOptions {
  /** Calls to start at once for a signed-in visitor. */
  calls: string[];
  preloads: Preload[];
  /** Address of the last script of the shell; the preloads wait for it. Without one they start at once. */
  after: string | undefined;
}

// Runs before any other script of the page, so it is plain and small. The preloads are added when the shell's last
// script has arrived: they then load while the shell starts, and do not take the line from it.
const SCRIPT = `(o=>{
const d=document,w=window,r=d.documentElement,n=d.currentScript.nonce;
w.__waymarkNonce=n;
try{const k=localStorage.getItem('wm_theme');if(k==='light'||k==='dark')r.dataset.theme=k;else if(k)delete r.dataset.theme}catch{}
const s=JSON.parse(d.getElementById('waymark-boot').textContent).session,t=s&&s.authToken,e=w.__waymarkEarly={};
if(t)for(const u of o.calls){e[u]=fetch(u,{credentials:'same-origin',headers:{accept:'application/json','x-requested-with':'waymark',authorization:'Bearer '+t}});e[u].catch(()=>{})}
if(!o.preloads.length)return;
let p;const go=()=>{if(!p)return;p.disconnect();p=0;for(const{href,integrity}of o.preloads){const l=d.createElement('link');l.rel='preload';l.as='script';l.nonce=n;if(integrity){l.crossOrigin='anonymous';l.integrity=integrity}l.href=href;d.head.append(l)}};
p=new PerformanceObserver(l=>{for(const x of l.getEntries())if(x.name.endsWith(o.after))go()});
if(!o.after)return go();
p.observe({type:'resource',buffered:true});
addEventListener('load',x=>{const u=x.target&&x.target.src;if(!u||u.endsWith(o.after))go()},true);
})`;

/** The page's one inline script. */
export const inlineScript = (options: InlineOptions): string => `${SCRIPT}(${scriptSafe(options)})`;

/** JSON that can stand inside a script element: nothing in it ends the element or begins a comment. */
export const scriptSafe = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
