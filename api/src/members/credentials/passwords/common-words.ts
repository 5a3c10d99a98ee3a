const text = (lines: string) => lines.trim().split(/\s+/);

/** Words that leaked lists of passwords are made of, alone or with figures and signs around them. */
export const COMMON_WORDS: ReadonlySet<string> = new Set([
  ...text(`
    password passwort passw0rd motdepasse contrasena haslo hasło parola senha salasana losenord passord wachtwoord
    pass passe passwd passcode secret geheim segredo secreto private letmein letmeinnow openup openthedoor opensesame
    welcome welcomeback hello hellohello helloworld hallo hallohallo bonjour hola holahola ciao admin administrator
    administrador root toor guest user username login logon master default changeme changethis changeit temp temporary
    test tester testing testtest testuser demo sample example trustno access account computer internet server
    system network windows microsoft google facebook youtube twitter instagram whatsapp linkedin yahoo hotmail gmail
    amazon netflix apple iphone samsung android nokia motorola huawei xiaomi playstation nintendo xbox minecraft
    roblox fortnite pokemon pikachu starwars starwar startrek batman superman spiderman ironman hulk captain avengers
    wolverine deadpool joker harley matrix gandalf frodo hobbit hogwarts harrypotter voldemort skywalker darthvader
    yoda jedi vader`),
  ...text(`
    iloveyou iloveu iloveme iloveyousomuch ilovegod loveme lovely lover lovers loveyou love lovelove teamo tequiero
    jetaime ichliebedich kochamcie kochanie kocham amor amore amour liebe schatz sweetheart sweety sweetie honey
    honeybee babygirl babyboy baby babe angel angels angelica princess princesa prinzessin queen king kingdom prince
    beautiful beauty gorgeous pretty cutie cutiepie barbie hellokitty flower flowers sunflower rainbow butterfly
    sunshine sunny sunrise sunset moonlight moon stars star starlight summer summertime winter spring autumn january
    february march april june july august september october november december monday tuesday wednesday thursday
    friday saturday sunday`),
  ...text(`
    football futbol fussball soccer baseball basketball softball volleyball handball hockey icehockey tennis golf
    golfer cricket rugby running runner jogging marathon triathlon cycling cyclist swimming swimmer skiing snowboard
    skateboard surfing surfer climbing hiking boxing karate judo wrestling gymnast gymnastics yoga fitness workout
    training trainer champion champions winner victory liverpool arsenal chelsea manchester manutd barcelona
    realmadrid juventus bayern dortmund ajax celtic rangers everton tottenham newcastle yankees lakers cowboys
    steelers packers eagles patriots redsox dodgers giants raiders broncos dolphins panthers bulldogs tigers lions
    bears wolves sharks hawks falcons`),
  ...text(`
    monkey dragon tiger lion panther leopard cheetah eagle falcon hawk phoenix unicorn horse horses pony dolphin
    shark whale penguin elephant giraffe zebra panda koala kangaroo rabbit bunny hamster kitten kitty kittycat cat
    cats puppy puppies doggy dog dogs bulldog poodle beagle wolf wolfpack fox bear turtle snake spider scorpion
    butterflies ladybug chicken rooster duck turkey cow piggy buffalo mustang bronco stallion camaro corvette ferrari
    porsche mercedes toyota honda yamaha suzuki kawasaki ducati harleydavidson chevrolet chevy dodge ford jaguar
    lamborghini maserati bmw audi volkswagen volvo tesla`),
  ...text(`
    michael michelle jennifer jessica ashley amanda daniel danielle matthew andrew joshua justin christopher
    christian christina christine nicholas nicole anthony alexander alexandra alexandre alexandru alejandro robert
    roberto richard ricardo william charles charlie thomas tommy george jordan samantha stephanie elizabeth
    victoria veronica natasha natalia natalie katherine kathryn catherine caroline carolina charlotte isabella
    gabriel gabriela gabrielle francesco francesca giovanni giuseppe alessandro alessandra valentina martina martin
    patrick patricia patrycja mateusz michal bartek karolina magdalena agnieszka katarzyna dominik dominika natalka
    marcin kacper jakub krzysztof maciek sandra sabrina rebecca rachel hannah heather vanessa melissa monica maria
    marina marie anna andrea barbara benjamin brandon brian bailey buster cameron carlos chelsea chester chris
    claudia david dennis diego donald eduardo edward eric fernando florian frank freddy garfield ginger hunter
    jasmine jackson james jason javier jeremy joseph juan julian justine kevin killer kimberly lauren leonardo lorenzo
    lucas lucky luis madison maggie manuel marcus mark max maxwell merlin miguel miller mickey minnie molly morgan
    nathan oliver olivia oscar pablo paul pedro pepper peter philip raymond rodrigo ronaldo ronald ryan samuel sarah
    sebastian sergio shadow shannon simon sophie steven stephen sydney taylor teresa theresa tigger tyler vincent
    walter xavier zachary`),
  ...text(`
    freedom forever whatever nothing something anything everything money moneymoney dollar million millionaire
    business company office manager director student school college university teacher doctor nurse lawyer police
    fireman soldier marine marines airborne warrior samurai ninja pirate pirates knight hunter hunting fishing
    camping mountain mountains river ocean beach island paradise heaven hell devil demon satan jesus jesuschrist
    christ christmas easter halloween birthday family mother father mama mamma papa daddy mommy sister brother
    grandma grandpa friend friends bestfriend bestfriends together alone lonely smile smiley happy happiness
    cheese cookie cookies chocolate banana orange apples strawberry cherry peaches lemon mango coffee whiskey vodka
    beer tequila budweiser heineken cocacola pepsi pizza hamburger spaghetti pumpkin sugar candy vanilla cinnamon
    purple yellow black blackie white red blue green pink silver golden gold diamond diamonds crystal ruby emerald
    sapphire platinum metallic metallica nirvana slipknot eminem rihanna beyonce beatles blink greenday linkinpark
    guitar piano drummer music musica rocknroll hiphop rockstar superstar dancer dancing ballet america american
    england english ireland scotland london paris berlin madrid moscow poland polska warszawa krakow germany
    deutschland france francia italia italy espana spain mexico brasil brazil argentina colombia canada australia
    sydney newyork california texas florida chicago boston dallas houston philadelphia seattle denver`),
  ...text(`
    qwerty qwertz azerty qwert asdf asdfg asdfgh asdfghj asdfghjk asdfghjkl zxcv zxcvb zxcvbn zxcvbnm qazwsx qazwsxedc
    qweasd qweasdzxc wasd abc abcd abcde abcdef abcdefg abcdefgh aabbcc xyz qwe asd zxc poiuytrewq lkjhgfdsa mnbvcxz
    fuckyou fuckoff fuckme fuck asshole bitch bullshit shit bastard pussy penis sexy sexygirl sexyboy sex sexsex
    blowjob hooters boobs naughty nasty dirty crazy stupid idiot loser retard gangster gangsta thuglife playboy
    player pimp pimpin hustler ganja marijuana stoner weed legalize blazeit viking vikings spartan spartans trojan
    trojans titan titans thunder lightning storm hurricane tornado blizzard fire firefire fireball flames ice
    iceman icecream snowman snowball snoopy scooby scoobydoo simpsons homer bart southpark cartman spongebob mickeymouse
    donaldduck bugsbunny tinkerbell cinderella rapunzel ariel simba nemo shrek barney elmo waymark strava garmin
    whocares dontknow idontknow forgot forget forgotten remember important secure security`),
]);
