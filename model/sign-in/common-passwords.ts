/**
 * What is set as a password most often, in small letters: whole ones of ten and more characters, and words that are made as long by digits and
 * signs (password-rules.ts takes these away).
 */
const WORDS = `
  password passwort passwords mypassword thepassword newpassword oldpassword passwordpassword yourpassword userpassword defaultpassword
  temppassword temporary changeme changemenow changeit changepassword letmein letmeinnow letmeinplease welcome welcomeback welcomehome
  welcometo iamwelcome login loginlogin logmein signin access accessdenied secret secrets mysecret topsecret supersecret secretpassword
  admin admins administrator adminadmin adminpassword sysadmin superadmin superuser root rootroot rootpassword toor toortoor user username
  guest guestguest test testing tester testtest testtesttest testpassword testing testuser demo demodemo default example sample server
  servers myserver database mysql postgres postgresql oracle ubuntu debian centos linux windows windowsxp microsoft apple google facebook
  instagram whatsapp youtube twitter linkedin amazon netflix spotify minecraft fortnite roblox pokemon nintendo playstation xbox steam discord
  internet computer computers laptop keyboard monitor printer hosting webhosting webmaster hostmaster postmaster support helpdesk service
  company business office manager marketing finance accounting security secure security network wireless wifi router cisco public private
  qwerty qwertz azerty qwertyui qwertyuio qwertyuiop qwertyuiopas qwertyuiopasdfghjkl qwertyqwerty qwertzuiop qwertzuiopü azertyuiop
  asdfgh asdfghj asdfghjk asdfghjkl asdfghjklö asdfasdf asdfasdfasdf asdfqwer qwerasdf qwerasdfzxcv zxcvbn zxcvbnm zxcvbnmasdfghjkl yxcvbnm
  poiuytrewq lkjhgfdsa mnbvcxz mnbvcxzlkj qazwsx qazwsxedc qazwsxedcrfv qazxsw qazxswedc zaqwsx zaqxsw qweasd qweasdzxc qweqwe qweqweqwe
  qweasdqweasd wsxedc edcrfv qwer qwert qwe asd zxc asdf zxcv abc abcd abcde abcdef abcdefg abcdefgh abcabc aabbcc abcdabcd
  1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r5t6y7u 1q2w3e4r1q2w3e4r 1qaz2wsx3e 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qaz2wsx1qaz 1qazxsw23edc q1w2e3r4t5
  q1w2e3r4t5y6 q1w2e3r4t5y6u7 zaq12wsxcde3 zaq1zaq1zaq1 zaq12wsx zaq1xsw2cde3 1a2b3c4d5e 1a2s3d4f5g a1b2c3d4e5 a1s2d3f4g5 a123456789 123qweasdzxc
  123qwe123qwe 1234qwerasdf 1234qwer 12345qwert qwert12345 123456qwerty qwerty123456 12qwaszx 123abc123abc abc123abc123 123456abcdef
  abcdef123456 1234567891 12345678910 1234567890123 123456789a 123456789q 123456789abc 123456789qwe 1234567899 1234512345 123123123123
  123321123321 1233211233 1122334455 11223344556677 112233445566 1111122222 0000011111 1111111112 9876543211 98765432100 9988776655
  0011223344 1020304050 10203040506 1029384756 0192837465 1357924680 2468013579 1357913579 7894561230 789456123 7418529630 1472583690
  147258369 1593572486 9638527410 963852741 3216549870 0147852369 0123654789 5566778899 1213141516 1231231234 1234554321 1234543210
  1234567887654321 0987612345 1010101010 2020202020 1212121212 1234123412 3141592653 31415926535 2718281828 1123581321 1123581321345
  trustnoone trustno nopassword noaccess nothing whatever whatever something anything everything forgotten remember rememberme dontforget
  idontknow iforgot iforgotit ihatepasswords thisismypassword thisispassword thisisapassword itsasecret noneofyourbusiness fuckyou fuckoff
  fuckme fuckfuck motherfucker asshole bullshit iloveyou iloveyousomuch iloveyoubaby iloveme ilovegod ilovejesus ilovemymom ilovemyself
  ilovemydog ilovemycat ilovemywife ilovemyfamily iloveu iloveyouiloveyou loveyou loveyouforever lovelove lovely lover lovers loveme
  mylove mylover truelove foreverlove forever foreverandever always together iwillalwaysloveyou imissyou missyou kissme kisskiss hugsandkisses
  princess prince princesses prinzessin queen king kingkong barbie cinderella tinkerbell mickeymouse minniemouse donaldduck mickey minnie
  donald spiderman superman batman ironman catwoman superwoman wonderwoman wolverine deadpool avengers captain captainamerica hulk starwars
  startrek skywalker lukeskywalker darthvader chewbacca jediknight yoda obiwan obiwankenobi gandalf frodo aragorn legolas lordoftherings
  harrypotter hermione voldemort dumbledore hogwarts gryffindor slytherin matrix neo morpheus trinity terminator rambo rocky jamesbond
  dragon dragons dragonball dragonballz dragonfly naruto sasuke goku vegeta onepiece pikachu charizard bulbasaur sonic supermario mario luigi zelda
  tetris counterstrike callofduty battlefield assassin assassins warcraft starcraft leagueoflegends skyrim halo doom quake
  football fussball baseball basketball volleyball soccer hockey icehockey softball handball rugby tennis golf golfer golfing swimming running
  cycling skateboard snowboard snowboarding surfing skiing fishing hunting shooter sports gymnastics cheerleader cheerleading dancing
  dancer ballet karate boxing wrestling champion champions liverpool liverpoolfc arsenal chelsea chelseafc manchester manchesterunited
  manutd everton tottenham barcelona fcbarcelona realmadrid juventus acmilan intermilan bayern bayernmunich fcbayern borussia dortmund schalke
  celtic rangers benfica sporting galatasaray fenerbahce besiktas corinthians flamengo palmeiras bocajuniors riverplate yankees redsox lakers
  chicagobulls bulls cowboys steelers packers eagles patriots broncos raiders dolphins giants ronaldo cristiano cristianoronaldo messi
  lionelmessi neymar beckham zidane ronaldinho maradona kobe kobebryant lebron lebronjames michaeljordan jordan tigerwoods federer
  monkey monkeys monkeymonkey tiger tigers lion lions panther jaguar leopard bear teddybear polarbear panda pandas elephant giraffe dolphin
  shark turtle penguin penguins eagle falcon hawk phoenix unicorn unicorns horse horses pony puppy puppies kitty kitten kittens hellokitty
  doggie doggy dogs cats mydog mycat catdog bulldog labrador retriever goldenretriever rottweiler chihuahua hamster rabbit bunny butterfly
  butterflies ladybug spider scorpion snake cobra wolf wolves werewolf foxes squirrel chicken turkey duck froggy frog goldfish
  michael jennifer jessica ashley amanda nicole daniel andrew joshua matthew anthony robert thomas charlie charlotte william christopher
  christian christine christina elizabeth alexander alexandra alexandre alejandro alejandra sebastian benjamin samantha stephanie
  katherine katharina victoria veronica patricia patrick richard jonathan nicholas nathaniel brandon brittany danielle michelle
  melissa maggie george harley hannah sophie sophia olivia emily emma jasmine jordan justin jackson hunter buster ginger pepper
  peanut cookie cookies brownie cupcake sweetie sweetheart sweetness sugar honey honeybee darling angel angels angelina angelica
  babygirl babyboy babyblue babydoll baby bubbles bubba buddy shadow sunshine sunshines sunflower sunflowers sunny moonlight moonshine
  starlight stargate superstar rockstar rainbow rainbows flower flowers daisy rosebud lavender orchid lily tulip cherry cherries strawberry
  blueberry raspberry banana bananas pineapple watermelon orange oranges apples lemon lemonade coconut chocolate vanilla caramel cheese
  cheeseburger hamburger pizza pizzapizza spaghetti sandwich pancake pancakes coffee espresso cappuccino whiskey vodka tequila heineken budweiser
  cocacola pepsi snickers nutella cinnamon popcorn marshmallow marijuana cannabis
  summer summertime winter winterlove spring springtime autumn january february march april october november december september august
  monday tuesday wednesday thursday friday saturday sunday christmas merrychristmas halloween birthday happybirthday mybirthday newyear
  happynewyear easter thanksgiving valentine holiday holidays vacation
  sommer fruehling frühling herbst winterzeit januar februar oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag
  weihnachten geburtstag urlaub
  mother father mom mommy mymother grandma grandpa grandmother grandfather family myfamily brother sister brothers sisters daughter
  familia hermano hermana mama papa mamapapa mamamama papapapa
  jesus jesuschrist jesusislord jesuslovesme jesussaves godisgood godislove godbless godblessyou blessed blessing hallelujah amen
  heaven faith hope faithhopelove peace freedom liberty justice grace mercy praise angelofgod
  america american americano england london newyork newyorkcity losangeles california chicago boston texas florida hawaii dallas denver
  phoenix miami sanfrancisco lasvegas washington canada toronto montreal vancouver australia sydney melbourne newzealand ireland scotland
  germany deutschland berlin hamburg muenchen münchen frankfurt stuttgart oesterreich österreich austria vienna wien schweiz switzerland
  zuerich zürich france paris marseille italia italy milano napoli espana españa spain madrid portugal lisboa brasil brazil mexico argentina
  colombia venezuela philippines indonesia jakarta malaysia singapore thailand bangkok vietnam india pakistan bangladesh china beijing
  japan tokyo korea russia moscow ukraine poland polska warszawa romania hungary turkey türkiye istanbul ankara egypt morocco algeria
  nigeria southafrica nederland holland amsterdam rotterdam belgium sweden sverige stockholm norway norge oslo denmark danmark finland
  corvette mustang camaro ferrari lamborghini porsche mercedes mercedesbenz volkswagen toyota honda nissan suzuki yamaha kawasaki
  ducati harleydavidson chevrolet chevy ford fordmustang subaru mazda hyundai renault peugeot citroen skoda volvo
  metallica nirvana slipknot linkinpark greenday blink ironmaiden megadeth slayer pantera rammstein acdc ledzeppelin pinkfloyd
  thebeatles beatles rollingstones gunsnroses bonjovi aerosmith eminem tupac snoopdogg rihanna beyonce shakira madonna michaeljackson
  justinbieber onedirection taylorswift ladygaga jonasbrothers hannahmontana mileycyrus selenagomez elvis elvispresley bobmarley
  musica music musiclover guitar guitarist drummer piano violin trumpet saxophone metal heavymetal hiphop rocknroll
  master masters masterkey mastermind hacker hackers ninja samurai warrior warriors gladiator spartan knight soldier sniper killer
  killers killerkiller destroyer predator maverick matrix blackjack casino poker lucky luckyone winner winners loser legend legends
  genius gangster gangsta thuglife player playboy sexy sexybitch sexygirl sexyboy hotgirl hottie bitch bitches pussy pussycat blowjob
  lesbian vagina hardcore porn pornstar naughty
  blackcat blackdog blackbird blackhawk blackpanther blackberry blackwhite bluesky blueeyes redrose redbull whitetiger greenapple
  purple yellow silver silverfox golden diamond diamonds crystal platinum titanium
  success successful believe believeinyourself motivation positive positivity happiness happy happyday happylife behappy smile smiley
  beautiful beauty gorgeous pretty awesome amazing fantastic fabulous perfect excellent incredible
  mylife lifeisgood lifeisbeautiful carpediem hakunamatata nevergiveup neverforget nevermind dontworry bepositive livelife livelaughlove
  student students teacher teachers school highschool college university doctor nurse engineer lawyer police fireman firefighter
  pilot airplane airport airborne army marines marinecorps airforce navy semperfi military
  hello hellohello hellothere helloyou hallo hallohallo halloween bonjour bonjourtoutlemonde hola holahola goodbye goodmorning goodnight thankyou
  thanks please yesyesyes nonono howareyou whoami itsme iamme justme onlyme
  passw0rd p4ssw0rd pa55word pa55w0rd passwd passpass passphrase mypass mypasswd motdepasse monmotdepasse contraseña contrasena micontrasena
  contrasenia senha minhasenha parola haslo hasło wachtwoord lösenord losenord salasana heslo jelszo jelszó kennwort geheim geheimnis
  meinpasswort hallowelt schatz schatzi liebling ichliebedich ichliebedichso schnuffel schmetterling sonnenschein
  teamo teamomucho tequiero tequieromucho amor amorcito amormio miamor amoreterno mivida estrella princesa corazon corazón mariposa
  hermosa bonita tequierotanto jetaime jetaimemonamour monamour doudou chouchou soleil coucou loulou azertyazerty
  tiamo amoremio ciao ciaociao francesco alessandro giuseppe juventus forzajuve forzamilan
  correcthorsebatterystaple correcthorse horsebatterystaple opensesame abracadabra alakazam hocuspocus supercalifragilistic
  openopen opendoor openup sesame zugang zugangsdaten testpasswort startstart start starten neu neuespasswort
`;

export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(WORDS.split(/\s+/).filter((word) => word !== ''));
