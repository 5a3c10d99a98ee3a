import type { EarlyScript } from './early.ts';
import type { Preload } from './preloads.ts';

export interface InlineOptions {
  /** Calls to start at once for a signed-in visitor. */
  calls: string[];
  preloads: Preload[];
  /** Address of the last script of the shell; the preloads wait for it. Without one they start at once. */
  after: string | undefined;
  /** For the script that runs before the application: it draws from the answer of the first call, if there is one. */
  early?: EarlyScript['given'] | undefined;
  /** The shell's scripts, where they wait until the script that runs ahead of the application is done or failed. */
  held?: { src: string; integrity?: string }[];
}

/** Id of the script element that the held ones wait for. */
export const AHEAD = 'ahead';
/** How long they wait at the most, in milliseconds: for the script, and for what it does once it is there. */
const HELD_MS = { script: 10_000, work: 4000 };

// Runs before any other script of the page, so it is plain and small. The first view is drawn from the first call alone:
// the others do not take the line from the scripts. The preloads are added when the shell's last
// script has arrived: they then load while the shell starts, and do not take the line from it. The answer for the early
// view is read once, for it and for the application: two readers of one answer take longer. The script that runs ahead
// of the application stands behind this one, so its events are heard on their way to it; it starts workers by the same
// rule as the loader of remotes, which takes the rule's place later.
const SCRIPT = `(o=>{
const d=document,w=window,r=d.documentElement,n=d.currentScript.nonce;
const W=w.waymark={nonce:n};
try{const k=localStorage.getItem('wm_theme');if(k==='light'||k==='dark')r.dataset.theme=k;else if(k)delete r.dataset.theme}catch{}
const s=JSON.parse(d.getElementById('waymark-boot').textContent).session,t=s&&s.authToken,e=W.startedCalls={};
const ask=(u,priority,accept='*/*')=>fetch(u,{priority,credentials:'same-origin',headers:{accept,'x-requested-with':'waymark',authorization:'Bearer '+t}});
if(t)for(const u of o.calls){e[u]=ask(u,u===o.calls[0]?'auto':'low','application/json');e[u].catch(()=>{})}
if(t&&o.early){
const u=o.calls[0],f=e[u],b=f?f.then(r=>r.status===200?r.text():null):Promise.resolve(null),{promise:ended,resolve:end}=Promise.withResolvers();
if(f){e[u]=b.then(b=>b===null?f:f.then(r=>new Response(b,r)));e[u].catch(()=>{})}ended.catch(()=>{});
W.earlyView={...o.early,ask:u=>ask(u,'auto'),ended,end,answer:b.then(JSON.parse).catch(()=>null)}
if(o.held?.length){
const P={createScriptURL(u){if(new URL(u,location.href).origin!==location.origin)throw new TypeError(u);return u}},T=w.trustedTypes?.createPolicy('waymark-page',P)??P;
W.loader={policy:T};
let h=o.held;const add=()=>{for(const{src,integrity}of h){const s=d.createElement('script');s.async=false;s.nonce=n;if(integrity)s.integrity=integrity;s.src=T.createScriptURL(src);d.head.append(s)}h=[]};
d.addEventListener('load',x=>{if(x.target.id==='${AHEAD}'){ended.then(add,add);setTimeout(add,${HELD_MS.work})}},true);
d.addEventListener('error',x=>{if(x.target.id==='${AHEAD}')add()},true);
setTimeout(add,${HELD_MS.script})}}
if(!o.preloads.length)return;
let p;const go=()=>{if(!p)return;p.disconnect();p=0;for(const{href,integrity}of o.preloads){const l=d.createElement('link');l.rel='preload';l.as='script';l.nonce=n;if(integrity){l.crossOrigin='anonymous';l.integrity=integrity}l.href=href;d.head.append(l)}};
p=new PerformanceObserver(l=>{for(const x of l.getEntries())if(x.name.endsWith(o.after))go()});
if(!o.after)return go();
p.observe({type:'resource',buffered:true});
addEventListener('load',x=>{const u=x.target&&x.target.src;if(u?u.endsWith(o.after):!o.held?.length)go()},true);
})`;

/** The page's one inline script. */
export const inlineScript = (options: InlineOptions): string => `${SCRIPT}(${scriptSafe(options)})`;

/** JSON that can stand inside a script element: nothing in it ends the element or begins a comment. */
export const scriptSafe = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
