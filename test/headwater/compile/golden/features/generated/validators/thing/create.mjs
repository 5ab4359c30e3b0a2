import { countCharacters } from "headwater/internal/json/count-characters";
import { addError } from "headwater/internal/json/add-errors";
import { checkEach } from "headwater/internal/json/add-errors";
import { checkRequired } from "headwater/internal/json/add-errors";
import { checkClosed } from "headwater/internal/json/add-errors";
import { addErrors } from "headwater/internal/json/add-errors";
import { equal } from "headwater/internal/json/equal";
import { formats } from "headwater/internal/json/formats";
"use strict";
export const validate = validate0;
const func0 = Object.prototype.hasOwnProperty;
const func2 = countCharacters;
const func3 = addError;
const func26 = checkEach;
const pattern0 = new RegExp("^[!-~]*$", "u");
const obj0 = {"x-message":"must be visible ASCII characters, without spaces"};
const func7 = checkRequired;
const func8 = checkClosed;
const func34 = addErrors;
const func35 = equal;
const obj1 = {"properties":{"name":true,"size":true,"colour":true,"made":true,"parts":true,"grid":true,"extra":true,"weight":true,"size of":true,"place":true,"default":true,"is-new":true}};
const obj2 = {"anyOf":[{"type":"number"},{"type":"array"},{"$ref":"#/$defs/Unused"}]};
const obj3 = {"properties":{"width":true,"part":true}};
const pattern1 = new RegExp("^[^/]+$", "u");
const formats0 = formats["date-time"];
const wrapper0 = {validate: validate1};

function validate2(data, {instancePath="", dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
vErrors = func26(vErrors, data, {"of": wrapper0.validate}, instancePath, dynamicAnchors);
errors = vErrors?.length ?? 0;
if(data.weights !== undefined && func0.call(data, "weights")){
let data0 = data.weights;
if(Array.isArray(data0)){
if(data0.length < 1){
vErrors = func3(vErrors, instancePath+"/weights", "minItems", {limit: 1});
errors++;
}
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(typeof data1 == "number"){
if(data1 > 3.4028234663852886e+38 || isNaN(data1)){
vErrors = func3(vErrors, instancePath+"/weights/" + i0, "maximum", {comparison: "<=", limit: 3.4028234663852886e+38});
errors++;
}
if(data1 < -3.4028234663852886e+38 || isNaN(data1)){
vErrors = func3(vErrors, instancePath+"/weights/" + i0, "minimum", {comparison: ">=", limit: -3.4028234663852886e+38});
errors++;
}
}
else {
vErrors = func3(vErrors, instancePath+"/weights/" + i0, "type", {type: "number"});
errors++;
}
}
}
else {
vErrors = func3(vErrors, instancePath+"/weights", "type", {type: "array"});
errors++;
}
}
}
else {
vErrors = func3(vErrors, instancePath, "type", {type: "object"});
errors++;
}
validate2.errors = vErrors;
return errors === 0;
}


function validate4(data, {instancePath="", dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(!(data && typeof data == "object" && !Array.isArray(data))){
vErrors = func3(vErrors, instancePath, "type", {type: "object"});
errors++;
}
validate4.errors = vErrors;
return errors === 0;
}


function validate1(data, {instancePath="", dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
vErrors = func7(vErrors, data, ["name","colour","place"], instancePath);
errors = vErrors?.length ?? 0;
vErrors = func8(vErrors, data, obj1, instancePath);
errors = vErrors?.length ?? 0;
if(data.name !== undefined && func0.call(data, "name")){
let data0 = data.name;
if(typeof data0 === "string"){
if(func2(data0) < 1){
vErrors = func3(vErrors, instancePath+"/name", "minLength", {limit: 1});
errors++;
}
if(!pattern1.test(data0)){
vErrors = func3(vErrors, instancePath+"/name", "pattern", {pattern: "^[^/]+$"});
errors++;
}
}
else {
vErrors = func3(vErrors, instancePath+"/name", "type", {type: "string"});
errors++;
}
}
if(data.size !== undefined && func0.call(data, "size")){
let data1 = data.size;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
vErrors = func3(vErrors, instancePath+"/size", "type", {type: "integer"});
errors++;
}
if(typeof data1 == "number"){
if(data1 > 9007199254740991 || isNaN(data1)){
vErrors = func3(vErrors, instancePath+"/size", "maximum", {comparison: "<=", limit: 9007199254740991});
errors++;
}
if(data1 < 0 || isNaN(data1)){
vErrors = func3(vErrors, instancePath+"/size", "minimum", {comparison: ">=", limit: 0});
errors++;
}
}
}
if(data.colour !== undefined && func0.call(data, "colour")){
let data2 = data.colour;
if(typeof data2 !== "string"){
vErrors = func3(vErrors, instancePath+"/colour", "type", {type: "string"});
errors++;
}
if(!((data2 === "red") || (data2 === "blue"))){
vErrors = func3(vErrors, instancePath+"/colour", "enum", {allowedValues: ["red","blue"]}, {data: data2});
errors++;
}
}
if(data.made !== undefined && func0.call(data, "made")){
let data3 = data.made;
if(typeof data3 === "string"){
if(!(formats0(data3))){
vErrors = func3(vErrors, instancePath+"/made", "format", {format: "date-time"});
errors++;
}
}
else {
vErrors = func3(vErrors, instancePath+"/made", "type", {type: "string"});
errors++;
}
}
if(data.parts !== undefined && func0.call(data, "parts")){
let data4 = data.parts;
if(Array.isArray(data4)){
if(data4.length > 3){
vErrors = func3(vErrors, instancePath+"/parts", "maxItems", {limit: 3});
errors++;
}
if(data4.length <= 3){
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
if(!(validate2(data4[i0], {instancePath: instancePath+"/parts/" + i0, dynamicAnchors}))){
vErrors = func34(vErrors, validate2.errors);
errors = vErrors?.length ?? 0;
}
}
}
if(data4.length <= 3){
let i1 = data4.length;
let j0;
if(i1 > 1){
outer0:
for(;i1--;){
for(j0 = i1; j0--;){
if(func35(data4[i1], data4[j0])){
vErrors = func3(vErrors, instancePath+"/parts", "uniqueItems", {i: i1, j: j0});
errors++;
break outer0;
}
}
}
}
}
}
else {
vErrors = func3(vErrors, instancePath+"/parts", "type", {type: "array"});
errors++;
}
}
if(data.grid !== undefined && func0.call(data, "grid")){
let data6 = data.grid;
if(Array.isArray(data6)){
const len1 = data6.length;
for(let i2=0; i2<len1; i2++){
let data7 = data6[i2];
if(Array.isArray(data7)){
const len2 = data7.length;
for(let i3=0; i3<len2; i3++){
if(!(typeof data7[i3] == "number")){
vErrors = func3(vErrors, instancePath+"/grid/" + i2+"/" + i3, "type", {type: "number"});
errors++;
}
}
}
else {
vErrors = func3(vErrors, instancePath+"/grid/" + i2, "type", {type: "array"});
errors++;
}
}
}
else {
vErrors = func3(vErrors, instancePath+"/grid", "type", {type: "array"});
errors++;
}
}
if(data.extra !== undefined && func0.call(data, "extra")){
let data9 = data.extra;
if(!(data9 && typeof data9 == "object" && !Array.isArray(data9))){
vErrors = func3(vErrors, instancePath+"/extra", "type", {type: "object"});
errors++;
}
}
if(data.weight !== undefined && func0.call(data, "weight")){
let data10 = data.weight;
if(typeof data10 == "number"){
if(!(typeof data10 == "number")){
vErrors = func3(vErrors, instancePath+"/weight", "type", {type: "number"});
errors++;
}
}
else if(Array.isArray(data10)){
if(Array.isArray(data10)){
const len3 = data10.length;
for(let i4=0; i4<len3; i4++){
if(typeof data10[i4] !== "string"){
vErrors = func3(vErrors, instancePath+"/weight/" + i4, "type", {type: "string"});
errors++;
}
}
}
else {
vErrors = func3(vErrors, instancePath+"/weight", "type", {type: "array"});
errors++;
}
}
else if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if(!(validate4(data10, {instancePath: instancePath+"/weight", dynamicAnchors}))){
vErrors = func34(vErrors, validate4.errors);
errors = vErrors?.length ?? 0;
}
}
else {
vErrors = func3(vErrors, instancePath+"/weight", "anyOf", {}, {parentSchema: obj2});
errors++;
}
}
if(data["size of"] !== undefined && func0.call(data, "size of")){
let data12 = data["size of"];
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
vErrors = func7(vErrors, data12, ["width"], instancePath+"/size of");
errors = vErrors?.length ?? 0;
vErrors = func8(vErrors, data12, obj3, instancePath+"/size of");
errors = vErrors?.length ?? 0;
if(data12.width !== undefined && func0.call(data12, "width")){
let data13 = data12.width;
if(!((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13)))){
vErrors = func3(vErrors, instancePath+"/size of/width", "type", {type: "integer"});
errors++;
}
if(typeof data13 == "number"){
if(data13 > 2147483647 || isNaN(data13)){
vErrors = func3(vErrors, instancePath+"/size of/width", "maximum", {comparison: "<=", limit: 2147483647});
errors++;
}
if(data13 < -2147483648 || isNaN(data13)){
vErrors = func3(vErrors, instancePath+"/size of/width", "minimum", {comparison: ">=", limit: -2147483648});
errors++;
}
}
}
vErrors = func26(vErrors, data12, {"part": validate2}, instancePath+"/size of", dynamicAnchors);
errors = vErrors?.length ?? 0;
}
else {
vErrors = func3(vErrors, instancePath+"/size of", "type", {type: "object"});
errors++;
}
}
if(data.place !== undefined && func0.call(data, "place")){
let data14 = data.place;
if(!(data14 && typeof data14 == "object" && !Array.isArray(data14))){
vErrors = func3(vErrors, instancePath+"/place", "type", {type: "object"});
errors++;
}
}
if(data["is-new"] !== undefined && func0.call(data, "is-new")){
if(typeof data["is-new"] !== "boolean"){
vErrors = func3(vErrors, instancePath+"/is-new", "type", {type: "boolean"});
errors++;
}
}
}
else {
vErrors = func3(vErrors, instancePath, "type", {type: "object"});
errors++;
}
validate1.errors = vErrors;
return errors === 0;
}


function validate0(data, {instancePath="", dynamicAnchors={}}={}){
/*# sourceURL="validate" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.input !== undefined && func0.call(data, "input")){
let data0 = data.input;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0["Idempotency-Key"] !== undefined && func0.call(data0, "Idempotency-Key")){
let data1 = data0["Idempotency-Key"];
if(typeof data1 === "string"){
if(func2(data1) > 64){
vErrors = func3(vErrors, instancePath+"/input/Idempotency-Key", "maxLength", {limit: 64});
errors++;
}
if(func2(data1) < 1){
vErrors = func3(vErrors, instancePath+"/input/Idempotency-Key", "minLength", {limit: 1});
errors++;
}
if(!pattern0.test(data1)){
vErrors = func3(vErrors, instancePath+"/input/Idempotency-Key", "pattern", {pattern: "^[!-~]*$"}, {parentSchema: obj0});
errors++;
}
}
}
}
}
vErrors = func26(vErrors, data, {"body": validate1}, instancePath, dynamicAnchors);
errors = vErrors?.length ?? 0;
}
validate0.errors = vErrors;
return errors === 0;
}

