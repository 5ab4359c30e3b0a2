"use strict";
export const validate = validate0;
const schema0 = {"properties":{"body":{"$ref":"#/$defs/ThingKey"}},"$id":"validate"};
const func0 = Object.prototype.hasOwnProperty;
const func6 = require("#lib/shared/json/add-errors.ts").addErrors;
const schema1 = {"type":"object","properties":{"pk":{"type":"string","pattern":"^[^/]+/thing$"},"sk":{"type":"string","minLength":7}},"required":["pk","sk"],"additionalProperties":false};
const func5 = require("ajv/dist/runtime/ucs2length").default;
const pattern0 = new RegExp("^[^/]+/thing$", "u");

function validate1(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate1.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.pk === undefined) || (!(func0.call(data, "pk")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "pk"},schema:schema1.required,parentSchema:schema1,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.sk === undefined) || (!(func0.call(data, "sk")))){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "sk"},schema:schema1.required,parentSchema:schema1,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!((key0 === "pk") || (key0 === "sk"))){
const err2 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema1,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.pk !== undefined && func0.call(data, "pk")){
let data0 = data.pk;
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
const err3 = {instancePath:instancePath+"/pk",keyword:"pattern",params:{pattern: "^[^/]+/thing$"},schema:"^[^/]+/thing$",parentSchema:schema1.properties.pk,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/pk",keyword:"type",params:{type: "string"},schema:schema1.properties.pk.type,parentSchema:schema1.properties.pk,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.sk !== undefined && func0.call(data, "sk")){
let data1 = data.sk;
if(typeof data1 === "string"){
if(func5(data1) < 7){
const err5 = {instancePath:instancePath+"/sk",keyword:"minLength",params:{limit: 7},schema:7,parentSchema:schema1.properties.sk,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/sk",keyword:"type",params:{type: "string"},schema:schema1.properties.sk.type,parentSchema:schema1.properties.sk,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,keyword:"type",params:{type: "object"},schema:schema1.type,parentSchema:schema1,data};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate1.errors = vErrors;
return errors === 0;
}
validate1.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate0(data, {instancePath=""}={}){
/*# sourceURL="validate" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate0.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.body !== undefined && func0.call(data, "body")){
if(!(validate1(data.body, {instancePath:instancePath+"/body"}))){
vErrors = func6(vErrors, validate1.errors);
errors = vErrors.length;
}
}
}
validate0.errors = vErrors;
return errors === 0;
}
validate0.evaluated = {"props":{"body":true},"dynamicProps":false,"dynamicItems":false};

