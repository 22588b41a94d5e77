/** The most common passwords of at least six characters from published lists, in lower case. */
const COMMON = new Set(
  `
  123456 password 123456789 12345678 1234567 1234567890 qwerty abc123 111111 123123 letmein welcome monkey
  princess qwerty123 passw0rd starwars dragon master freedom whatever qazwsx trustno1 654321 jordan23 harley
  password1 robert matthew jordan asshole daniel andrew lakers andrea buster joshua 1qaz2wsx 12341234 ferrari
  cheese computer corvette blahblah george mercedes 121212 maverick fuckyou nicole hunter sunshine tigger merlin
  ranger banana chelsea summer phoenix amanda cookie ashley bandit killer aaaaaa 1q2w3e zaq1zaq1 mustang hockey
  dallas password123 password12 password! p@ssw0rd p@ssword pa$$word iloveyou iloveyou1 000000 00000000 112233
  1122334455 123321 123654 131313 147258 147258369 159357 159753 222222 232323 333333 444444 555555 666666 696969
  777777 7777777 888888 88888888 987654 987654321 999999 asdfgh asdfghjkl asdf1234 qwertyuiop qwer1234 zxcvbn
  zxcvbnm zxcvbnm1 q1w2e3r4 q1w2e3r4t5 1q2w3e4r 1q2w3e4r5t 1qazxsw2 qweasd qweasdzxc qwe123 abcd1234 abc12345
  abcdef abcdefg abcdefgh a1b2c3 a1b2c3d4 baseball football soccer basketball superman batman spiderman ironman
  pokemon pikachu naruto minecraft fortnite charlie thomas michael michelle jessica jennifer william anthony
  justin brandon austin taylor samantha elizabeth christian alexander benjamin nicholas jonathan patrick steven
  richard joseph maggie ginger pepper shadow silver golden purple orange yellow flower lovely angels babygirl
  butterfly secret secret123 internet google facebook linkedin samsung apple123 changeme default administrator
  admin123 admin1234 admin@123 welcome1 welcome123 login123 letmein1 test123 test1234 testing testtest demo123
  user123 temp123 hello123 helloworld loveme love123 sexy123 fuckoff access flower1 dragon1 monkey1 master1
  ninja123 azerty azerty123 azertyuiop soleil doudou motdepasse passwort hallo123 schatz contrasena 123qwe 123abc
  123456a 123456q a123456 a12345678 q123456 aa123456 aa12345678 1234qwer 12qwaszx 123456abc 1234abcd 123123123
  11111111 1111111 111222 101010 102030 11223344 12121212 123454321 1234554321 12345qwert 123456789a ashley1
  bailey biteme cheese1 chocolate chicken coffee cowboy diamond donald eagles falcon fender forever friends
  gandalf hannah heather hello1 jasmine killer1 knight liverpool london maxwell mickey midnight monster murphy
  nascar newyork nirvana oliver orange1 packers panther peanut porsche rachel rainbow raiders rangers redsox
  scooter shannon slayer snoopy sparky spider steelers success superstar thunder tinkerbell trouble victoria
  viking warrior whatever1 winner winter winston yankees zachary zombie arsenal barcelona juventus realmadrid
  manchester chelsea1 brazil india123 pakistan china123 russia samsung1 toyota yamaha suzuki summer2024 summer2025
  summer2026 winter2024 winter2025 winter2026 spring2025 spring2026 autumn2025 company company1 business office
  password1234 password12345 password1! password123! password01 password11 password2020 password2021 password2022
  password2023 password2024 password2025 password2026 password@123 password#1 password69 password99 password007
  welcome12 welcome1234 welcome12345 welcome! welcome1! welcome123! welcome01 welcome11 welcome2020 welcome2021
  welcome2022 welcome2023 welcome2024 welcome2025 welcome2026 welcome@123 welcome#1 welcome69 welcome99 welcome007
  qwerty1 qwerty12 qwerty1234 qwerty12345 qwerty! qwerty1! qwerty123! qwerty01 qwerty11 qwerty2020 qwerty2021
  qwerty2022 qwerty2023 qwerty2024 qwerty2025 qwerty2026 qwerty@123 qwerty#1 qwerty69 qwerty99 qwerty007 admin1
  admin12 admin12345 admin! admin1! admin123! admin01 admin11 admin2020 admin2021 admin2022 admin2023 admin2024
  admin2025 admin2026 admin#1 admin69 admin99 admin007 letmein12 letmein123 letmein1234 letmein12345 letmein!
  letmein1! letmein123! letmein01 letmein11 letmein2020 letmein2021 letmein2022 letmein2023 letmein2024
  letmein2025 letmein2026 letmein@123 letmein#1 letmein69 letmein99 letmein007 iloveyou12 iloveyou123 iloveyou1234
  iloveyou12345 iloveyou! iloveyou1! iloveyou123! iloveyou01 iloveyou11 iloveyou2020 iloveyou2021 iloveyou2022
  iloveyou2023 iloveyou2024 iloveyou2025 iloveyou2026 iloveyou@123 iloveyou#1 iloveyou69 iloveyou99 iloveyou007
  monkey12 monkey123 monkey1234 monkey12345 monkey! monkey1! monkey123! monkey01 monkey11 monkey2020 monkey2021
  monkey2022 monkey2023 monkey2024 monkey2025 monkey2026 monkey@123 monkey#1 monkey69 monkey99 monkey007 dragon12
  dragon123 dragon1234 dragon12345 dragon! dragon1! dragon123! dragon01 dragon11 dragon2020 dragon2021 dragon2022
  dragon2023 dragon2024 dragon2025 dragon2026 dragon@123 dragon#1 dragon69 dragon99 dragon007 football1 football12
  football123 football1234 football12345 football! football1! football123! football01 football11 football2020
  football2021 football2022 football2023 football2024 football2025 football2026 football@123 football#1 football69
  football99 football007 baseball1 baseball12 baseball123 baseball1234 baseball12345 baseball! baseball1!
  baseball123! baseball01 baseball11 baseball2020 baseball2021 baseball2022 baseball2023 baseball2024 baseball2025
  baseball2026 baseball@123 baseball#1 baseball69 baseball99 baseball007 sunshine1 sunshine12 sunshine123
  sunshine1234 sunshine12345 sunshine! sunshine1! sunshine123! sunshine01 sunshine11 sunshine2020 sunshine2021
  sunshine2022 sunshine2023 sunshine2024 sunshine2025 sunshine2026 sunshine@123 sunshine#1 sunshine69 sunshine99
  sunshine007 princess1 princess12 princess123 princess1234 princess12345 princess! princess1! princess123!
  princess01 princess11 princess2020 princess2021 princess2022 princess2023 princess2024 princess2025 princess2026
  princess@123 princess#1 princess69 princess99 princess007 master12 master123 master1234 master12345 master!
  master1! master123! master01 master11 master2020 master2021 master2022 master2023 master2024 master2025
  master2026 master@123 master#1 master69 master99 master007 shadow1 shadow12 shadow123 shadow1234 shadow12345
  shadow! shadow1! shadow123! shadow01 shadow11 shadow2020 shadow2021 shadow2022 shadow2023 shadow2024 shadow2025
  shadow2026 shadow@123 shadow#1 shadow69 shadow99 shadow007 superman1 superman12 superman123 superman1234
  superman12345 superman! superman1! superman123! superman01 superman11 superman2020 superman2021 superman2022
  superman2023 superman2024 superman2025 superman2026 superman@123 superman#1 superman69 superman99 superman007
  michael1 michael12 michael123 michael1234 michael12345 michael! michael1! michael123! michael01 michael11
  michael2020 michael2021 michael2022 michael2023 michael2024 michael2025 michael2026 michael@123 michael#1
  michael69 michael99 michael007 charlie1 charlie12 charlie123 charlie1234 charlie12345 charlie! charlie1!
  charlie123! charlie01 charlie11 charlie2020 charlie2021 charlie2022 charlie2023 charlie2024 charlie2025
  charlie2026 charlie@123 charlie#1 charlie69 charlie99 charlie007 summer1 summer12 summer123 summer1234
  summer12345 summer! summer1! summer123! summer01 summer11 summer2020 summer2021 summer2022 summer2023 summer@123
  summer#1 summer69 summer99 summer007 winter1 winter12 winter123 winter1234 winter12345 winter! winter1!
  winter123! winter01 winter11 winter2020 winter2021 winter2022 winter2023 winter@123 winter#1 winter69 winter99
  winter007 spring1 spring12 spring123 spring1234 spring12345 spring! spring1! spring123! spring01 spring11
  spring2020 spring2021 spring2022 spring2023 spring2024 spring@123 spring#1 spring69 spring99 spring007 autumn1
  autumn12 autumn123 autumn1234 autumn12345 autumn! autumn1! autumn123! autumn01 autumn11 autumn2020 autumn2021
  autumn2022 autumn2023 autumn2024 autumn2026 autumn@123 autumn#1 autumn69 autumn99 autumn007 hello12 hello1234
  hello12345 hello! hello1! hello123! hello01 hello11 hello2020 hello2021 hello2022 hello2023 hello2024 hello2025
  hello2026 hello@123 hello#1 hello69 hello99 hello007 secret1 secret12 secret1234 secret12345 secret! secret1!
  secret123! secret01 secret11 secret2020 secret2021 secret2022 secret2023 secret2024 secret2025 secret2026
  secret@123 secret#1 secret69 secret99 secret007 test12 test12345 test1! test123! test01 test11 test2020 test2021
  test2022 test2023 test2024 test2025 test2026 test@123 test#1 test69 test99 test007 love12 love1234 love12345
  love1! love123! love01 love11 love2020 love2021 love2022 love2023 love2024 love2025 love2026 love@123 love#1
  love69 love99 love007 0000000 2222222 22222222 3333333 33333333 4444444 44444444 5555555 55555555 6666666
  66666666 77777777 8888888 9999999 99999999 aaaaaaa aaaaaaaa bbbbbb bbbbbbb bbbbbbbb cccccc ccccccc cccccccc
  dddddd ddddddd dddddddd eeeeee eeeeeee eeeeeeee ffffff fffffff ffffffff gggggg ggggggg gggggggg hhhhhh hhhhhhh
  hhhhhhhh iiiiii iiiiiii iiiiiiii jjjjjj jjjjjjj jjjjjjjj kkkkkk kkkkkkk kkkkkkkk llllll lllllll llllllll mmmmmm
  mmmmmmm mmmmmmmm nnnnnn nnnnnnn nnnnnnnn oooooo ooooooo oooooooo pppppp ppppppp pppppppp qqqqqq qqqqqqq qqqqqqqq
  rrrrrr rrrrrrr rrrrrrrr ssssss sssssss ssssssss tttttt ttttttt tttttttt uuuuuu uuuuuuu uuuuuuuu vvvvvv vvvvvvv
  vvvvvvvv wwwwww wwwwwww wwwwwwww xxxxxx xxxxxxx xxxxxxxx yyyyyy yyyyyyy yyyyyyyy zzzzzz zzzzzzz zzzzzzzz
  `
    .trim()
    .split(/\s+/),
);

/** Whether a password is one of the common ones that attackers try first. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase());
}
